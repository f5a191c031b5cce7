import { closeSync, openSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { OPEN_WRITES, openWritesMark } from "../storage/collection-file.ts";

/** Delay before a mark is removed: a collection with frequent writes keeps its mark. */
const REMOVAL_DELAY_MS = 5_000;

/**
 * Marker files next to the collections' files, each present while a vector write to its collection can be open. On
 * startup they show where an earlier process can have left a write, without reading each collection. A power failure
 * can lose a new mark. It then only leaves vectors that nothing refers to and no search finds.
 */
export class OpenWriteMarks {
  readonly #directory: string;
  /** Versions of the open writes by collection, without those of earlier processes. */
  readonly #open = new Map<string, Set<string>>();
  readonly #marked = new Set<string>();
  readonly #removals = new Map<string, NodeJS.Timeout>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Marks the collection. Must be called before the write is logged. */
  begin(collectionId: string, version: string): void {
    const versions = this.#open.get(collectionId) ?? new Set();
    this.#open.set(collectionId, versions.add(version));
    clearTimeout(this.#removals.get(collectionId));
    this.#removals.delete(collectionId);
    if (this.#marked.has(collectionId)) return;
    closeSync(openSync(openWritesMark(this.#directory, collectionId), "w"));
    this.#marked.add(collectionId);
  }

  /** Ends a write. Must be called after its log entries are deleted. */
  end(collectionId: string, version: string): void {
    const versions = this.#open.get(collectionId);
    versions?.delete(version);
    if (versions?.size === 0) this.#open.delete(collectionId);
    this.removeIfIdle(collectionId);
  }

  /**
   * Removes the mark later unless a write is open. Also called when a check finds no writes left by earlier processes.
   */
  removeIfIdle(collectionId: string): void {
    if (this.#open.has(collectionId) || this.#removals.has(collectionId)) return;
    const removal = setTimeout(() => this.#remove(collectionId), REMOVAL_DELAY_MS);
    this.#removals.set(collectionId, removal.unref());
  }

  /** Returns the collections that have a mark. */
  async marked(): Promise<readonly string[]> {
    const names = await readdir(this.#directory);
    return names.filter((name) => name.endsWith(OPEN_WRITES)).map((name) => name.slice(0, -OPEN_WRITES.length));
  }

  /** Forgets a dropped collection and its open writes. */
  forget(collectionId: string): void {
    this.#open.delete(collectionId);
    clearTimeout(this.#removals.get(collectionId));
    this.#remove(collectionId);
  }

  /** Removes the pending marks on shutdown: settled writes need no mark at the next start. */
  close(): void {
    for (const [collectionId, removal] of this.#removals) {
      clearTimeout(removal);
      this.#remove(collectionId);
    }
  }

  #remove(collectionId: string): void {
    this.#removals.delete(collectionId);
    this.#marked.delete(collectionId);
    rmSync(openWritesMark(this.#directory, collectionId), { force: true });
  }
}
