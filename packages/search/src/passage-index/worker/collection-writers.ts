import { existsSync } from "node:fs";
import type { SqliteSpace } from "@quarry/plugin/sqlite";
import { BoundedMap } from "../bounded-map.ts";
import {
  collectionPath,
  removeCollectionFiles,
  removeStaleLog,
  requireCollectionFile,
} from "../sqlite/collection-file.ts";
import { hasCurrentPostings } from "../sqlite/schema.ts";
import { CollectionWriter, type DataOperation, StaleWriter } from "../sqlite/collection-writer.ts";

/** Collections kept open for writing. */
const OPEN_COLLECTIONS = 32;

/** The open files of the writer thread. */
export class CollectionWriters {
  readonly #directory: string;
  readonly #open = new BoundedMap<string, CollectionWriter>(OPEN_COLLECTIONS, (writer) => writer.close());

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Opens the collection, unless its postings must be rebuilt first; fails with `not_found` when it is not there. */
  open(collectionId: string): boolean {
    const path = collectionPath(this.#directory, collectionId);
    requireCollectionFile(path, collectionId);
    if (this.#open.get(collectionId) === undefined && !hasCurrentPostings(path)) return false;
    this.get(collectionId);
    return true;
  }

  /** Opens the collection; fails with `not_found` when it is not there. */
  get(collectionId: string): CollectionWriter {
    return this.#open.ensure(collectionId, () => {
      const path = collectionPath(this.#directory, collectionId);
      requireCollectionFile(path, collectionId);
      return new CollectionWriter(path);
    });
  }

  /** Runs operations in one transaction; gives their answers in order. */
  run(collectionId: string, operations: readonly DataOperation[]): readonly unknown[] {
    try {
      return this.get(collectionId).run(operations);
    } catch (error) {
      if (!(error instanceof StaleWriter)) throw error;
      this.release(collectionId);
      return this.get(collectionId).run(operations);
    }
  }

  /** Opens or makes the collection; leaves one alone that must be rebuilt first. */
  ensure(collectionId: string): void {
    const path = collectionPath(this.#directory, collectionId);
    const isThere = existsSync(path);
    if (isThere && this.#open.get(collectionId) === undefined && !hasCurrentPostings(path)) return;
    this.#open.ensure(collectionId, () => {
      if (!isThere) removeStaleLog(path);
      return new CollectionWriter(path);
    });
  }

  drop(collectionId: string): void {
    this.release(collectionId);
    removeCollectionFiles(collectionPath(this.#directory, collectionId));
  }

  /** Closes the collection; what was not committed is rolled back. */
  release(collectionId: string): void {
    this.#open.delete(collectionId);
  }

  closeAll(): void {
    this.#open.clear();
  }

  /** Of the open files. */
  *spaces(): Iterable<SqliteSpace> {
    for (const [, writer] of this.#open.entries()) yield writer.space;
  }

  /** Does a slice of background work on one collection that needs some; true when there may be more. */
  maintain(milliseconds: number): boolean {
    for (const [collectionId, writer] of this.#open.entries()) {
      if (!writer.needsMaintenance) continue;
      try {
        writer.maintain(milliseconds);
      } catch {
        // Opening it again recovers it; a write that meets the same trouble reports it.
        this.release(collectionId);
      }
      return true;
    }
    return false;
  }
}
