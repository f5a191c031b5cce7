import { existsSync } from "node:fs";
import {
  collectionPath,
  removeCollectionFiles,
  removeStaleLog,
  requireCollectionFile,
} from "../storage/collection-file.ts";
import { CollectionWriter, type DataOperation, OutdatedPostings, StaleWriter } from "../storage/collection-writer.ts";
import { OpenFiles } from "../storage/open-files.ts";
import { verifySmallFile } from "../storage/verify-file.ts";

/** Number of collections that stay open for writing. */
const OPEN_COLLECTIONS = 32;

/** Open files of the passages in a folder, owned by the single writer thread. */
export class CollectionWriters {
  readonly files: OpenFiles<CollectionWriter>;
  readonly #pathOf: (collectionId: string) => string;

  constructor(directory: string) {
    this.#pathOf = (collectionId) => collectionPath(directory, collectionId);
    this.files = new OpenFiles(OPEN_COLLECTIONS, this.#pathOf);
  }

  /**
   * Opens the collection. Returns false if its postings must be rebuilt first. Fails with `not_found` if it doesn't
   * exist.
   */
  open(collectionId: string): boolean {
    if (this.files.get(collectionId) !== undefined) return true;
    const path = this.#pathOf(collectionId);
    requireCollectionFile(path, collectionId);
    verifySmallFile(path, collectionId);
    return this.#openCurrent(collectionId, false);
  }

  /** Opens or creates the collection. Does nothing if it must be rebuilt first. */
  ensure(collectionId: string): void {
    if (this.files.get(collectionId) !== undefined) return;
    const path = this.#pathOf(collectionId);
    if (!existsSync(path)) removeStaleLog(path);
    this.#openCurrent(collectionId, true);
  }

  drop(collectionId: string): void {
    this.files.close(collectionId);
    removeCollectionFiles(this.#pathOf(collectionId));
  }

  /** Runs operations in one transaction. Returns their results in order. */
  run(collectionId: string, operations: readonly DataOperation[]): readonly unknown[] {
    try {
      return this.#get(collectionId).run(operations);
    } catch (error) {
      if (!(error instanceof StaleWriter)) throw error;
      return this.#open(collectionId).run(operations);
    }
  }

  /** Runs one time slice of background work on a collection that needs some. Returns whether there can be more. */
  maintain(milliseconds: number): boolean {
    for (const [collectionId, writer] of this.files.entries()) {
      if (!writer.needsMaintenance) continue;
      try {
        writer.maintain(milliseconds);
      } catch {
        // Reopening recovers the file. If the problem persists, the next write reports it.
        this.files.close(collectionId);
      }
      return true;
    }
    return false;
  }

  #get(collectionId: string): CollectionWriter {
    return this.files.get(collectionId) ?? this.#open(collectionId);
  }

  /** Opens the writer. Returns false if the postings must be rebuilt first. */
  #openCurrent(collectionId: string, make: boolean): boolean {
    try {
      this.#open(collectionId, { make, mayRebuild: false });
      return true;
    } catch (error) {
      if (error instanceof OutdatedPostings) return false;
      throw error;
    }
  }

  /** Opens the writer. Fails with `not_found` if the file doesn't exist and must not be created. */
  #open(collectionId: string, options: { readonly make?: boolean; readonly mayRebuild?: boolean } = {}) {
    return this.files.open(collectionId, (path) => {
      if (options.make !== true) requireCollectionFile(path, collectionId);
      return new CollectionWriter(path, collectionId, options);
    });
  }
}
