import type { DatabaseSync, StatementSync } from "node:sqlite";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { SqliteSpace } from "@quarry/plugin/sqlite";
import { configureForWriting, openDatabase } from "../../storage/open-database.ts";
import { beginEra, CLOCK_SQL, createTables, readDimension, upgrade } from "../storage/collection-schema.ts";
import { removeLeftovers, syncDirectory } from "../storage/collection-paths.ts";
import { withSums } from "../storage/record-sums.ts";

/** Maximum number of tombstones stored for readers. A reader further behind reads everything again. */
const MAX_TOMBSTONES = 50_000;

/**
 * Page size in bytes: room for 14 rows of 384 numbers with 80 words, or 5 of 1,024 numbers with 330 words. Pages of 8 KB
 * had room for 3 and 1, and files were a quarter larger. A single write takes no longer.
 */
const PAGE_SIZE = 32_768;

/** A collection's file as used by its only writer. Its operations run inside `transaction`. */
export class WritableCollection {
  readonly database: DatabaseSync;
  readonly dimension: number;
  /** Disk space of the file. */
  readonly space: SqliteSpace;
  readonly #insert: StatementSync;
  readonly #deleteId: StatementSync;
  readonly #deleteRid: StatementSync;
  readonly #tombstone: StatementSync;
  readonly #since: StatementSync;
  readonly #readClock: StatementSync;
  #tombstones: number;
  /** Sequence number of the last write. */
  #clock = 0;
  /** Whether the connection's era is written to the file. */
  #hasBegun = false;

  /**
   * Opens the file, or creates it if a dimension is given. Returns undefined if the file doesn't exist, or if its
   * creation was interrupted.
   */
  static open(
    path: string,
    collection: string,
    synchronous: "full" | "normal",
    create?: number,
  ): WritableCollection | undefined {
    const isNew = !existsSync(path);
    if (isNew && create === undefined) return undefined;
    if (isNew) removeLeftovers(path);
    return openDatabase(path, (database) => {
      configureForWriting(database, synchronous, PAGE_SIZE);
      let dimension = readDimension(database, collection);
      if (dimension === undefined && create !== undefined) {
        createTables(database, collection, create);
        syncDirectory(dirname(path));
        dimension = create;
      }
      if (dimension === undefined) return undefined;
      upgrade(database, collection);
      return new WritableCollection(path, database, dimension);
    });
  }

  private constructor(path: string, database: DatabaseSync, dimension: number) {
    this.database = database;
    this.dimension = dimension;
    this.space = new SqliteSpace(database, path);
    this.#insert = database.prepare("INSERT INTO record (rid, id, metadata, text, vector) VALUES (?, ?, ?, ?, ?)");
    this.#deleteId = database.prepare("DELETE FROM record WHERE id = ? RETURNING rid");
    this.#deleteRid = database.prepare("DELETE FROM record WHERE rid = ?");
    this.#tombstone = database.prepare("INSERT INTO tombstone (seq, rid) VALUES (?, ?)");
    this.#since = database.prepare("SELECT rid, metadata FROM record WHERE rid > ?");
    this.#readClock = database.prepare(CLOCK_SQL);
    this.#tombstones = Number(database.prepare("SELECT count(*) AS n FROM tombstone").get()!["n"]);
  }

  /** Runs writes and makes them durable. If it throws, nothing is written, and the collection must be closed. */
  transaction<Value>(run: () => Value): Value {
    this.database.exec("BEGIN IMMEDIATE");
    this.#clock = Number(this.#readClock.get()!["clock"]);
    if (!this.#hasBegun) beginEra(this.database, this.#clock);
    const value = run();
    if (this.#tombstones > 2 * MAX_TOMBSTONES) this.#trimTombstones();
    this.database.exec("COMMIT");
    this.#hasBegun = true;
    this.space.look();
    return value;
  }

  put(id: string, metadata: string, text: string, vector: Uint8Array): void {
    this.deleteId(id);
    const rid = ++this.#clock;
    this.#insert.run(rid, id, metadata, text, withSums(rid, { id, metadata, text }, vector));
  }

  deleteId(id: string): boolean {
    const row = this.#deleteId.get(id);
    if (row === undefined) return false;
    this.#addTombstone(Number(row["rid"]));
    return true;
  }

  deleteRid(rid: number): boolean {
    if (Number(this.#deleteRid.run(rid).changes) === 0) return false;
    this.#addTombstone(rid);
    return true;
  }

  /** Returns the records written after the given clock, including those of this transaction. */
  writtenSince(clock: number): Iterable<{ rid: number; metadata: string }> {
    return this.#since.all(clock) as unknown as { rid: number; metadata: string }[];
  }

  close(): void {
    if (!this.database.isOpen) return;
    this.space.leave();
    this.database.close();
  }

  #addTombstone(rid: number): void {
    this.#tombstone.run(++this.#clock, rid);
    this.#tombstones += 1;
  }

  #trimTombstones(): void {
    const oldestRetained = "SELECT seq FROM tombstone ORDER BY seq DESC LIMIT 1 OFFSET ?";
    const last = this.database.prepare(oldestRetained).get(MAX_TOMBSTONES);
    if (last === undefined) return;
    const floor = Number(last["seq"]);
    this.database.prepare("DELETE FROM tombstone WHERE seq <= ?").run(floor);
    this.database.prepare("UPDATE setting SET value = ? WHERE name = 'tombstone_floor'").run(floor);
    this.#tombstones = MAX_TOMBSTONES;
  }
}
