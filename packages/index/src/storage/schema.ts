import type { DatabaseSync } from "node:sqlite";
import { ANALYZER_VERSION } from "@quarry/text";
import { PassageIndexError } from "../passages/passage-index-error.ts";
import { damaged } from "./checksums.ts";
import { configureForWriting, openDatabase } from "./open-database.ts";

/** Version of the format of postings. With any other version the postings are rebuilt from the texts. */
export const POSTINGS_VERSION = 7;
/** Version of the tables of passages. */
export const SCHEMA_VERSION = 4;
/** Last version without checksums of rows and without vector versions of passages. */
export const WITHOUT_SUMS = 1;
/** Last version without field values in segments. Its postings are of an older version too, so they are rebuilt. */
export const WITHOUT_FIELD_VALUES = 2;
/** Last version without the position of passages on their pages. */
export const WITHOUT_BOXES = 3;

/**
 * Page size in bytes. SQLite splits no row that fits a page, and blocks of postings take some 4 KB: pages of 8 KB were
 * a third empty.
 */
const PAGE_SIZE = 16_384;
/** Page cache per connection in kibibytes. The operating system caches the rest. */
const CACHE_KIBIBYTES = 8_192;

/** States of a segment. */
export const BUILDING = 0;
export const LIVE = 1;
export const DEAD = 2;

/** Kind of the segments of passages: their terms, and their own field values. */
export const PASSAGES = 1;
/**
 * Kind of the segments of documents: the field values that all passages of a document share. Their rows are
 * `document.facts`.
 */
export const DOCUMENTS = 2;

/** Log of clients' vector writes that are not settled: few rows, and usually none. */
const VECTOR_WRITE = `create table vector_write (
    number integer primary key, version text not null, kind integer not null, ids text not null
  ) strict;
  create index vector_write_by_version on vector_write (version);`;

/**
 * `passage.row` numbers are never reused; they order passages by time. `document` stores the data that passages of a
 * run share. `facts` is its row in the segments of documents, null until the postings are rebuilt; these rows are
 * numbered by `next_document` as well. A segment is an inverted index over passages with adjacent `row` numbers. Its blocks are
 * `block.id` from `segment * BLOCKS_PER_SEGMENT` on. `sum`, `head_sum` and `text_sum` are checksums, null in rows from
 * before checksums existed. `origin` is the id of the collection that owns the file.
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
    kind integer not null default 0
  ) strict;
  create table segment_rows (segment integer primary key, data blob not null, sum integer) strict;
  create table segment_terms (segment integer primary key, data text not null, sum integer) strict;
  create table segment_deleted (segment integer primary key, data blob not null, sum integer) strict;
  create table block (id integer primary key, data blob not null, sum integer) strict;
  create table origin (one integer primary key check (one = 1), collection_id text not null) strict;
  ${VECTOR_WRITE}
  insert into state values (1, ${SCHEMA_VERSION}, ${POSTINGS_VERSION}, ${ANALYZER_VERSION}, 0, 1, 1, 1);
`;

/** Migrations from each version to the next. They leave the rows unchanged, so they take no time. */
const MIGRATIONS = [
  `
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
`,
  `
  alter table segment add column kind integer not null default 0;
  alter table document add column facts integer;
`,
  `
  alter table passage add column boxes text not null default '';
  update state set schema_version = ${SCHEMA_VERSION};
`,
];

/** Number of block ids reserved for each segment: at 4 KB a block, 4 GB of postings. */
export const BLOCKS_PER_SEGMENT = 2 ** 20;

/**
 * Opens a connection for writing. A commit is durable when it returns. With `make`, creates the tables if there are
 * none: the file is new, or its creation was interrupted.
 */
export const openForWriting = (path: string, collectionId: string, make: boolean): DatabaseSync =>
  openDatabase(path, (database) => {
    configureForWriting(database, "full", PAGE_SIZE);
    database.exec(`pragma cache_size = -${CACHE_KIBIBYTES}`);
    if (!make || hasTables(database)) return database;
    database.exec(`begin immediate; ${TABLES}`);
    claim(database, collectionId);
    database.exec("commit");
    return database;
  });

const hasTables = (database: DatabaseSync): boolean =>
  database.prepare("select 1 from sqlite_schema where name = 'state'").get() !== undefined;

export interface State {
  readonly schemaVersion: number;
  /** Negated while the postings are being rebuilt. */
  readonly postingsVersion: number;
  readonly analyzerVersion: number;
  readonly version: number;
  readonly nextRow: number;
  readonly nextDocument: number;
  readonly nextSegment: number;
}

/** Fails with `damaged` for a file without the tables. */
export const readState = (database: DatabaseSync): State => {
  if (!hasTables(database)) throw damaged("the file has no tables");
  const state = database
    .prepare(
      `select schema_version as schemaVersion, postings_version as postingsVersion,
      analyzer_version as analyzerVersion, version, next_row as nextRow, next_document as nextDocument,
      next_segment as nextSegment from state`,
    )
    .get();
  if (state === undefined) throw damaged("the file has no state");
  return state as unknown as State;
};

/** Migrates older tables and verifies that the file belongs to this collection. Must be called inside a transaction. */
export const upgrade = (database: DatabaseSync, schemaVersion: number, collectionId: string): void => {
  database.exec(MIGRATIONS.slice(Math.max(0, schemaVersion - 1)).join(""));
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

/** Returns the error for an older file that has just replaced the previous one: the writer has not migrated it yet. */
const notUpgraded = (): PassageIndexError =>
  new PassageIndexError({ reason: "unavailable", message: "the file was replaced and is being opened anew" });

/** Opens a connection that reads the last commit. The file must have been opened for writing before. */
export const openForReading = (path: string, collectionId: string): DatabaseSync =>
  openDatabase(
    path,
    (database) => {
      database.exec(`pragma cache_size = -${CACHE_KIBIBYTES}`);
      if (readState(database).schemaVersion !== SCHEMA_VERSION) throw notUpgraded();
      requireOrigin(database, collectionId);
      return database;
    },
    { readOnly: true },
  );
