import type { DatabaseSync, StatementSync } from "node:sqlite";
import { ADDED, ADDING, OBSOLETE } from "../passages/vector-write-log.ts";
import { prepareAll } from "./segment-store.ts";

/** Log table of clients' vector writes that are not settled. Runs inside the caller's transaction. */
export class VectorWriteTable {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;

  constructor(database: DatabaseSync) {
    this.#statements = prepareAll(database, SQL);
  }

  begin(version: string, vectorIds: string): void {
    this.#statements.insert.run(version, ADDING, vectorIds);
  }

  /** Whether the write was begun, and neither completed nor rolled back. */
  isBegun(version: string): boolean {
    return this.#statements.find.get(version, ADDING) !== undefined;
  }

  complete(version: string, obsolete: readonly string[]): void {
    this.#statements.setKind.run(ADDED, version, ADDING);
    this.addObsolete(version, obsolete);
  }

  addObsolete(version: string, vectorIds: readonly string[]): void {
    if (vectorIds.length > 0) this.#statements.insert.run(version, OBSOLETE, JSON.stringify(vectorIds));
  }

  /** Rolls back a write. Returns false if it was not begun, or is complete. */
  rollBack(version: string): boolean {
    return Number(this.#statements.setKind.run(OBSOLETE, version, ADDING).changes) > 0;
  }

  settle(version: string): void {
    this.#statements.settle.run(version);
  }
}

const SQL = {
  insert: "insert into vector_write (version, kind, ids) values (?, ?, ?)",
  find: "select 1 from vector_write where version = ? and kind = ?",
  setKind: "update vector_write set kind = ? where version = ? and kind = ?",
  settle: "delete from vector_write where version = ?",
} as const;
