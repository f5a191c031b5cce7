import { existsSync } from "node:fs";
import type { SqliteSpace } from "@quarry/plugin/sqlite";
import { BoundedMap } from "../bounded-map.ts";
import {
  collectionPath,
  fileIdentity,
  removeCollectionFiles,
  removeStaleLog,
  requireCollectionFile,
} from "../storage/collection-file.ts";
import { hasCurrentPostings, isFinished } from "../storage/schema.ts";
import { verifySmallFile } from "../storage/verify-file.ts";
import { CollectionWriter, type DataOperation, StaleWriter } from "../storage/collection-writer.ts";

/** Collections kept open for writing. */
const OPEN_COLLECTIONS = 32;

interface OpenFile {
  readonly writer: CollectionWriter;
  readonly identity: string | undefined;
}

/** The open files of the writer thread. */
export class CollectionWriters {
  readonly #directory: string;
  readonly #open = new BoundedMap<string, OpenFile>(OPEN_COLLECTIONS, { dispose: ({ writer }) => writer.close() });

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Opens the collection, unless its postings must be rebuilt first; fails with `not_found` when it is not there. */
  open(collectionId: string): boolean {
    const path = collectionPath(this.#directory, collectionId);
    requireCollectionFile(path, collectionId);
    if (this.#current(path, collectionId) === undefined) {
      verifySmallFile(path, collectionId);
      if (!hasCurrentPostings(path)) return false;
    }
    this.get(collectionId);
    return true;
  }

  /** Opens the collection; fails with `not_found` when it is not there. */
  get(collectionId: string): CollectionWriter {
    const path = collectionPath(this.#directory, collectionId);
    const current = this.#current(path, collectionId);
    if (current !== undefined) return current;
    requireCollectionFile(path, collectionId);
    return this.#add(collectionId, path, {});
  }

  /** The writer of the file that stands there now: one that was removed or replaced must not be written to any more. */
  #current(path: string, collectionId: string): CollectionWriter | undefined {
    const known = this.#open.get(collectionId);
    if (known === undefined) return undefined;
    if (known.identity === fileIdentity(path)) return known.writer;
    this.release(collectionId);
    return undefined;
  }

  #add(collectionId: string, path: string, options: { readonly make?: boolean }): CollectionWriter {
    const writer = new CollectionWriter(path, collectionId, options);
    this.#open.ensure(collectionId, () => ({ writer, identity: fileIdentity(path) }));
    return writer;
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
    if (this.#current(path, collectionId) !== undefined) return;
    if (!existsSync(path)) removeStaleLog(path);
    else if (isFinished(path) && !hasCurrentPostings(path)) return;
    this.#add(collectionId, path, { make: true });
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
    for (const [, { writer }] of this.#open.entries()) yield writer.space;
  }

  /** Does a slice of background work on one collection that needs some; true when there may be more. */
  maintain(milliseconds: number): boolean {
    for (const [collectionId, { writer }] of this.#open.entries()) {
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
