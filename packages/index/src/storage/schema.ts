import type { DatabaseSync } from "node:sqlite";
import { ANALYZER_VERSION } from "@quarry/text";
import { PassageIndexError } from "../passages/passage-index-error.ts";
import { damaged } from "./checksums.ts";
import { configureForWriting, openDatabase } from "./open-database.ts";

/** Version of how postings are stored. With any other one the postings are rebuilt from the texts. */
export const POSTINGS_VERSION = 7;
/** Version of the tables that hold passages. */
export const SCHEMA_VERSION = 4;
/** The version before rows had checksums, and passages the versions of their vectors. */
export const WITHOUT_SUMS = 1;
/** The version before segments held field values. */
export const WITHOUT_FIELD_VALUES = 2;
/** The version before passages knew where they stand on their pages. */
export const WITHOUT_BOXES = 3;

/** Kibibytes of page cache per connection; further caching is the operating system's. */
const CACHE_KIBIBYTES = 8_192;

/** States of a segment. */
export const BUILDING = 0;
export const LIVE = 1;
export const DEAD = 2;

/** Kinds of segments. `PLAIN` is of before there were field values: they are given to its passages in the background. */
export const PLAIN = 0;
/** Of passages: their terms, and the field values of their own. */
export const PASSAGES = 1;
/** Of documents: the field values that all passages of one share. Its rows are `document.facts`. */
export const DOCUMENTS = 2;

/** Writes of clients' vectors that are not settled: few rows, most of the time none. */
const VECTOR_WRITE = `create table vector_write (
    number integer primary key, version text not null, kind integer not null, ids text not null
  ) strict;
  create index vector_write_by_version on vector_write (version);`;

/**
 * `passage.row` numbers are given once and never reused; they order passages by time. `document` holds what the
 * passages of one run share; `facts` is the row under which it is found, null where none is written yet. Such rows are
 * numbered by `next_document` as well. A segment is an inverted index over passages that follow one another in `row`; its blocks
 * are `block.id` from `segment * BLOCKS_PER_SEGMENT` on. `sum`, `head_sum` and `text_sum` are checksums, null in rows of
 * before there were any; `origin` says whose file it is.
 */
const TABLES = `
  create table state (
    one integer primary key check (one = 1), schema_version integer not null, postings_version integer not null,
    analyzer_version integer not null, version integer not null, next_row integer not null,
    next_document integer not null, next_segment integer not null
  ) strict;
  create table document (
    number integer primary key, document_id text not null, generation integer not null, metadata text not null,
    passages integer not null, sum integer, facts integer
  ) strict;
  create index document_by_id on document (document_id, generation);
  create table passage (
    row integer primary key, id text not null unique, document integer not null, chunk_index integer not null,
    token_count integer not null, length integer not null, metadata text not null, context text not null,
    text text not null, vector_version text not null default '', head_sum integer, text_sum integer,
    boxes text not null default ''
  ) strict;
  create index passage_by_document on passage (document, chunk_index);
  create table segment (
    number integer primary key, status integer not null, first_row integer not null, row_count integer not null,
    live_count integer not null, live_length integer not null, deleted_version integer not null,
    kind integer not null default ${PLAIN}
  ) strict;
  create table segment_rows (segment integer primary key, data blob not null, sum integer) strict;
  create table segment_terms (segment integer primary key, data text not null, sum integer) strict;
  create table segment_deleted (segment integer primary key, data blob not null, sum integer) strict;
  create table block (id integer primary key, data blob not null, sum integer) strict;
  create table origin (one integer primary key check (one = 1), collection_id text not null) strict;
  ${VECTOR_WRITE}
  insert into state values (1, ${SCHEMA_VERSION}, ${POSTINGS_VERSION}, ${ANALYZER_VERSION}, 0, 1, 1, 1);
`;

/** Migration from version 1. Rows are left as they are: it takes no time. */
const TO_VERSION_2 = `
  alter table document add column sum integer;
  alter table passage add column head_sum integer;
  alter table passage add column text_sum integer;
  alter table segment_rows add column sum integer;
  alter table segment_terms add column sum integer;
  alter table segment_deleted add column sum integer;
  alter table block add column sum integer;
  create table origin (one integer primary key check (one = 1), collection_id text not null) strict;
  alter table passage add column vector_version text not null default '';
  ${VECTOR_WRITE}
`;

/** Migration from version 2. */
const TO_VERSION_3 = `
  alter table segment add column kind integer not null default ${PLAIN};
  alter table document add column facts integer;
`;

/** Migration from version 3. */
const TO_VERSION_4 = `
  alter table passage add column boxes text not null default '';
  update state set schema_version = ${SCHEMA_VERSION};
`;

/** Room for block numbers within a segment's range of ids: at 4 KB a block, 4 GB of postings. */
export const BLOCKS_PER_SEGMENT = 2 ** 20;

/** A connection that writes. Durable when a commit has returned. Fails with `damaged` for a file without the tables. */
export const openForWriting = (path: string): DatabaseSync =>
  openDatabase(path, (database) => {
    configure(database);
    if (!hasTables(database)) throw damaged("the file has no tables");
    return database;
  });

/** The same for a file that is to be made, or was begun and never finished: makes the tables where there are none. */
export const makeForWriting = (path: string, collectionId: string): DatabaseSync =>
  openDatabase(path, (database) => {
    configure(database);
    if (hasTables(database)) return database;
    database.exec(`begin immediate; ${TABLES}`);
    claim(database, collectionId);
    database.exec("commit");
    return database;
  });

const configure = (database: DatabaseSync): void => {
  configureForWriting(database, "full");
  database.exec(`pragma cache_size = -${CACHE_KIBIBYTES}`);
};

/** Fails with `damaged` for a file that has none. */
export const schemaVersionOf = (database: DatabaseSync): number => {
  if (!hasTables(database)) throw damaged("the file has no tables");
  const state = database.prepare("select schema_version from state").get();
  if (state === undefined) throw damaged("the file has no state");
  return Number(state["schema_version"]);
};

const hasTables = (database: DatabaseSync): boolean =>
  database.prepare("select 1 from sqlite_schema where name = 'state'").get() !== undefined;

/** False for a file whose making was broken off. */
export const isFinished = (path: string): boolean => {
  let isMade = false;
  openDatabase(path, (database) => {
    configure(database);
    isMade = hasTables(database);
  });
  return isMade;
};

/** Inside a transaction: brings tables of before up to date, and sees to it that the file is this collection's. */
export const upgrade = (database: DatabaseSync, schemaVersion: number, collectionId: string): void => {
  if (schemaVersion === WITHOUT_SUMS) database.exec(TO_VERSION_2);
  if (schemaVersion <= WITHOUT_FIELD_VALUES) database.exec(TO_VERSION_3);
  if (schemaVersion <= WITHOUT_BOXES) database.exec(TO_VERSION_4);
  if (database.prepare("select 1 from origin").get() === undefined) claim(database, collectionId);
  else requireOrigin(database, collectionId);
};

const claim = (database: DatabaseSync, collectionId: string): void => {
  database.prepare("insert into origin values (1, ?)").run(collectionId);
};

/** Fails with `damaged` for the file of another collection. */
export const requireOrigin = (database: DatabaseSync, collectionId: string): void => {
  const owner = database.prepare("select collection_id from origin").get()?.["collection_id"];
  if (owner !== collectionId) throw damaged(`the file is that of the collection ${String(owner)}`);
};

/** Whether the postings of a file have this build's versions. Recovers the file. */
export const hasCurrentPostings = (path: string): boolean => {
  const database = openForWriting(path);
  try {
    const state = database.prepare("select postings_version, analyzer_version from state").get();
    if (state === undefined) throw damaged("the file has no state");
    return state["postings_version"] === POSTINGS_VERSION && state["analyzer_version"] === ANALYZER_VERSION;
  } finally {
    database.close();
  }
};

/** A file of before that was put in its place just now: the writer has not seen it yet. */
const notUpgraded = (): PassageIndexError =>
  new PassageIndexError({ reason: "unavailable", message: "the file was replaced and is being opened anew" });

/** A connection that reads the last commit, of a file that was opened for writing before. */
export const openForReading = (path: string, collectionId: string): DatabaseSync =>
  openDatabase(
    path,
    (database) => {
      database.exec(`pragma cache_size = -${CACHE_KIBIBYTES}`);
      if (schemaVersionOf(database) !== SCHEMA_VERSION) throw notUpgraded();
      requireOrigin(database, collectionId);
      return database;
    },
    { readOnly: true },
  );
