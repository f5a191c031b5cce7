import { randomInt } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { StoreFailure } from "../store-failure.ts";

/** Version of the tables below. Files of a newer version are rejected. */
const FORMAT = 2;
/** Last version without checksums of records. */
const WITHOUT_SUMS = 1;

/**
 * `rid` is the sequence number of a write: an update removes the row and inserts another with a higher one. A row
 * therefore never changes under its `rid`, and new rows are a range of the primary key. A removed `rid` is recorded in
 * `tombstone`, under a number of the same sequence. `vector` is the last column, so reading the others does not touch
 * its pages. Checksums follow its numbers.
 */
const TABLES = `
  CREATE TABLE record (
    rid INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    metadata TEXT NOT NULL,
    text TEXT NOT NULL,
    vector BLOB NOT NULL
  );
  CREATE TABLE tombstone (seq INTEGER PRIMARY KEY, rid INTEGER NOT NULL);
  CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
`;

/** Highest sequence number in use. The newest tombstone is never trimmed, so it never decreases. */
export const CLOCK_SQL =
  "SELECT max(coalesce((SELECT max(rid) FROM record), 0), coalesce((SELECT max(seq) FROM tombstone), 0)) AS clock";

/** Highest sequence number of trimmed tombstones. A reader behind it must read everything. */
export const TOMBSTONE_FLOOR_SQL = "SELECT value FROM setting WHERE name = 'tombstone_floor'";

export const createTables = (database: DatabaseSync, collection: string, dimension: number): void => {
  database.exec("BEGIN IMMEDIATE");
  database.exec(TABLES);
  const insert = database.prepare("INSERT INTO setting (name, value) VALUES (?, ?)");
  insert.run("format", FORMAT);
  insert.run("dimension", dimension);
  insert.run("tombstone_floor", 0);
  insert.run(OWNER, collection);
  database.exec("COMMIT");
};

/** Name of the setting that contains the collection that owns the file. */
const OWNER = "owner";

// An era begins with the first write of each writing connection, and has a unique random number. If a copy of the file
// is restored and written to, its eras differ from those of the original from the point where the two diverge.

const ERA = "era ";
const MAX_ERAS = 64;
const MAX_ERA = 2 ** 47;

/** Begins a new era: writes from the given clock on belong to it. */
export const beginEra = (database: DatabaseSync, clock: number): void => {
  const insert = database.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)");
  insert.run(`${ERA}${clock}`, randomInt(1, MAX_ERA));
  const oldest = database.prepare(
    `SELECT name FROM setting WHERE name GLOB '${ERA}*' ORDER BY CAST(substr(name, 5) AS INTEGER) DESC LIMIT -1 OFFSET ?`,
  );
  const remove = database.prepare("DELETE FROM setting WHERE name = ?");
  for (const row of oldest.all(MAX_ERAS)) remove.run(row["name"] as string);
};

/** Number of the era in which a clock was reached; 0 if it is older than eras. */
export const ERA_SQL = `SELECT coalesce((SELECT value FROM setting
  WHERE name GLOB '${ERA}*' AND CAST(substr(name, 5) AS INTEGER) < ?
  ORDER BY CAST(substr(name, 5) AS INTEGER) DESC LIMIT 1), 0)`;

/** Migrates a file of the previous version. This costs nothing, because its records stay unchanged. */
export const upgrade = (database: DatabaseSync, collection: string): void => {
  database.prepare("UPDATE setting SET value = ? WHERE name = 'format' AND value = ?").run(FORMAT, WITHOUT_SUMS);
  database.prepare("INSERT OR IGNORE INTO setting (name, value) VALUES (?, ?)").run(OWNER, collection);
};

/**
 * Returns the dimension of a collection; undefined if the creation of its file was interrupted. Fails for the file of
 * another collection.
 */
export const readDimension = (database: DatabaseSync, collection: string): number | undefined => {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'setting'").get();
  if (table === undefined) return undefined;
  const rows = database.prepare("SELECT name, value FROM setting").all();
  const settings = new Map(rows.map((row) => [row["name"], row["value"]]));
  const owner = settings.get(OWNER) ?? collection;
  if (owner !== collection) throw new StoreFailure("damaged", `The file is that of ${String(owner)}.`);
  const format = settings.get("format");
  if (format !== FORMAT && format !== WITHOUT_SUMS) {
    const message = `The vector file has format ${format}, this version reads ${FORMAT}; use the version that wrote it.`;
    throw new StoreFailure("incompatible", message);
  }
  const dimension = settings.get("dimension");
  if (typeof dimension !== "number") throw new StoreFailure("damaged", "The file has no dimension.");
  return dimension;
};
