import { DatabaseSync } from "node:sqlite";
import { limitSpace } from "@quarry/plugin/sqlite";
import { ANALYZER_VERSION } from "@quarry/text";

/** Version of how postings are stored. With any other one the postings are rebuilt from the texts. */
export const POSTINGS_VERSION = 5;
/** Version of the tables that hold passages. */
export const SCHEMA_VERSION = 2;

/** Holds a block of postings and most texts without overflow pages. */
const PAGE_SIZE = 8_192;
/** How long a statement waits for another process (a tool that opens the file beside the service). */
const BUSY_TIMEOUT_MS = 5_000;
/** Kibibytes of page cache per connection; further caching is the operating system's. */
const CACHE_KIBIBYTES = 8_192;

/** States of a segment. */
export const BUILDING = 0;
export const LIVE = 1;
export const DEAD = 2;

/** Writes of clients' vectors that are not settled: few rows, most of the time none. */
const VECTOR_WRITE = `create table vector_write (
    number integer primary key, version text not null, kind integer not null, ids text not null
  ) strict;
  create index vector_write_by_version on vector_write (version);`;

/** Of version 1: it had no versions of vectors. */
const TO_VERSION_2 = `alter table passage add column vector_version text not null default ''; ${VECTOR_WRITE}
  update state set schema_version = 2;`;

/**
 * `passage.row` numbers are given once and never reused; they order passages by time. `document` holds what the
 * passages of one run share. A segment is an inverted index over passages that follow one another in `row`; its blocks
 * are `block.id` from `segment * BLOCKS_PER_SEGMENT` on.
 */
const TABLES = `
  create table state (
    one integer primary key check (one = 1), schema_version integer not null, postings_version integer not null,
    analyzer_version integer not null, version integer not null, next_row integer not null,
    next_document integer not null, next_segment integer not null
  ) strict;
  create table document (
    number integer primary key, document_id text not null, generation integer not null, metadata text not null,
    passages integer not null
  ) strict;
  create index document_by_id on document (document_id, generation);
  create table passage (
    row integer primary key, id text not null unique, document integer not null, chunk_index integer not null,
    token_count integer not null, length integer not null, metadata text not null, context text not null,
    text text not null, vector_version text not null default ''
  ) strict;
  create index passage_by_document on passage (document, chunk_index);
  create table segment (
    number integer primary key, status integer not null, first_row integer not null, row_count integer not null,
    live_count integer not null, live_length integer not null, deleted_version integer not null
  ) strict;
  create table segment_rows (segment integer primary key, data blob not null) strict;
  create table segment_terms (segment integer primary key, data text not null) strict;
  create table segment_deleted (segment integer primary key, data blob not null) strict;
  create table block (id integer primary key, data blob not null) strict;
  ${VECTOR_WRITE}
  insert into state values (1, ${SCHEMA_VERSION}, ${POSTINGS_VERSION}, ${ANALYZER_VERSION}, 0, 1, 1, 1);
`;

/** Room for block numbers within a segment's range of ids: at 4 KB a block, 4 GB of postings. */
export const BLOCKS_PER_SEGMENT = 2 ** 20;

/** A connection that writes. Durable when a commit has returned. Makes the tables in a new file. */
export const openForWriting = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec(`pragma page_size = ${PAGE_SIZE}`);
    limitSpace(database);
    database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -${CACHE_KIBIBYTES}`);
    const isNew = database.prepare("select 1 from sqlite_schema where name = 'state'").get() === undefined;
    if (isNew) database.exec(`begin immediate; ${TABLES} commit`);
    else upgrade(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Brings the tables of an earlier build up to date. */
const upgrade = (database: DatabaseSync): void => {
  const version = database.prepare("select schema_version as version from state");
  if (version.get()!["version"] !== 1) return;
  database.exec("begin immediate");
  // Another thread may have done it meanwhile.
  if (version.get()!["version"] === 1) database.exec(TO_VERSION_2);
  database.exec("commit");
};

/** Whether this build made the postings of a file, which is recovered. */
export const hasCurrentPostings = (path: string): boolean => {
  const database = openForWriting(path);
  try {
    const state = database.prepare("select postings_version, analyzer_version from state").get()!;
    return state["postings_version"] === POSTINGS_VERSION && state["analyzer_version"] === ANALYZER_VERSION;
  } finally {
    database.close();
  }
};

/** A connection that reads the last commit. */
export const openForReading = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  database.exec(`pragma cache_size = -${CACHE_KIBIBYTES}`);
  return database;
};
