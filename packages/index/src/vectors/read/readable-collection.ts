import type { DatabaseSync, StatementSync } from "node:sqlite";
import { CLOCK_SQL, ERA_SQL, readDimension, TOMBSTONE_FLOOR_SQL } from "../storage/collection-schema.ts";
import { isVerifiedAtOpen, openDatabase, structuralDamage } from "../../storage/open-database.ts";
import { StoreFailure } from "../store-failure.ts";
import { isSliceOver, type Sliced } from "./sliced.ts";

/** `[rid, id, metadata, vector]` */
export type FullRow = readonly [number, string, string, Uint8Array];

/** A collection's file as used by the reader: a separate connection that changes nothing. */
export class ReadableCollection {
  readonly database: DatabaseSync;
  readonly path: string;
  readonly dimension: number;
  readonly #statements = new Map<string, StatementSync>();

  static open(path: string, collection: string): ReadableCollection | undefined {
    // Not `readOnly`: a read-only connection can't recover the log that a crash left.
    return openDatabase(path, (database) => {
      database.exec("PRAGMA query_only = ON");
      const dimension = readDimension(database, collection);
      if (dimension === undefined) return undefined;
      const damage = isVerifiedAtOpen(path) ? structuralDamage(database) : undefined;
      if (damage !== undefined) throw new StoreFailure("damaged", `The file is damaged (${damage.split("\n", 1)[0]}).`);
      return new ReadableCollection(path, database, dimension);
    });
  }

  private constructor(path: string, database: DatabaseSync, dimension: number) {
    this.path = path;
    this.database = database;
    this.dimension = dimension;
  }

  /** Returns a number that changes whenever another connection has committed. */
  dataVersion(): number {
    return this.#number("PRAGMA data_version");
  }

  clock(): number {
    return this.#number(CLOCK_SQL);
  }

  tombstoneFloor(): number {
    return this.#number(TOMBSTONE_FLOOR_SQL);
  }

  /**
   * Returns the era of a clock, which distinguishes histories of the file: it is only equal if everything written up to
   * that clock is equal.
   */
  eraOf(clock: number): number {
    return Number(this.first<[number]>(ERA_SQL, clock)![0]);
  }

  countRows(): number {
    return this.#number("SELECT count(*) FROM record");
  }

  /** Returns rows as arrays, read lazily. */
  iterate<Row>(sql: string, ...parameters: readonly (string | number)[]): Iterable<Row> {
    return this.#statement(sql).iterate(...parameters) as unknown as Iterable<Row>;
  }

  /**
   * Visits the rows of a statement in order of their `rid`, the first column, from above `after` until `isDone`. The
   * visible state can change whenever it yields. It continues after the last row visited, so it misses no record that
   * exists at its end.
   */
  *scan<Row extends readonly [number, ...unknown[]]>(
    sql: string,
    after: number,
    visit: (row: Row) => void,
    isDone: () => boolean = () => false,
  ): Sliced<void> {
    let last = after;
    for (let hasMore = true; hasMore;) {
      hasMore = false;
      for (const row of this.iterate<Row>(sql, last)) {
        last = row[0];
        visit(row);
        if (isDone()) return;
        hasMore = isSliceOver();
        if (hasMore) break;
      }
      if (hasMore) yield;
    }
  }

  first<Row>(sql: string, ...parameters: readonly (string | number)[]): Row | undefined {
    return this.#statement(sql).get(...parameters) as unknown as Row | undefined;
  }

  /** Runs reads in one consistent snapshot. */
  snapshot<Value>(read: () => Value): Value {
    this.database.exec("BEGIN");
    try {
      return read();
    } finally {
      this.database.exec("COMMIT");
    }
  }

  /**
   * Repeats a step until it returns true, in one snapshot for each time slice: beginning a snapshot costs as much as
   * reading a row.
   */
  *repeatInSnapshots(step: () => boolean): Sliced<void> {
    const repeat = (): boolean => {
      for (;;) {
        if (step()) return true;
        if (isSliceOver()) return false;
      }
    };
    while (!this.snapshot(repeat)) yield;
  }

  get isOpen(): boolean {
    return this.database.isOpen;
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }

  #number(sql: string): number {
    return Number(this.first<readonly unknown[]>(sql)![0]);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
