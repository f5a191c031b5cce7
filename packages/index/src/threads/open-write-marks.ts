import { closeSync, openSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { OPEN_WRITES, openWritesMark } from "../storage/collection-file.ts";

/** A collection that is written to all the time keeps its mark. */
const KEPT_MS = 5_000;

/**
 * An empty file beside a collection's for as long as a write of vectors to it may be open, so that a start knows where a
 * process that died may have left one, without looking into each collection. A power cut may lose a mark that was just
 * made; what is left then are vectors that nothing names and no search finds.
 */
export class OpenWriteMarks {
  readonly #directory: string;
  /** Versions of the writes that are open, by collection; those of before are not among them. */
  readonly #open = new Map<string, Set<string>>();
  readonly #marked = new Set<string>();
  readonly #removals = new Map<string, NodeJS.Timeout>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Before anything of the write is noted. */
  begin(collectionId: string, version: string): void {
    const versions = this.#open.get(collectionId) ?? new Set();
    this.#open.set(collectionId, versions.add(version));
    clearTimeout(this.#removals.get(collectionId));
    this.#removals.delete(collectionId);
    if (this.#marked.has(collectionId)) return;
    closeSync(openSync(openWritesMark(this.#directory, collectionId), "w"));
    this.#marked.add(collectionId);
  }

  /** Once nothing of the write is noted any more. */
  end(collectionId: string, version: string): void {
    const versions = this.#open.get(collectionId);
    versions?.delete(version);
    if (versions?.size === 0) this.#open.delete(collectionId);
    this.removeIfIdle(collectionId);
  }

  /** The same for writes of before that were looked for and are not there. */
  removeIfIdle(collectionId: string): void {
    if (this.#open.has(collectionId) || this.#removals.has(collectionId)) return;
    const removal = setTimeout(() => this.#remove(collectionId), KEPT_MS);
    this.#removals.set(collectionId, removal.unref());
  }

  /** The collections that have a mark. */
  async marked(): Promise<readonly string[]> {
    const names = await readdir(this.#directory);
    return names.filter((name) => name.endsWith(OPEN_WRITES)).map((name) => name.slice(0, -OPEN_WRITES.length));
  }

  /** The collection is gone, and what was open with it. */
  forget(collectionId: string): void {
    this.#open.delete(collectionId);
    clearTimeout(this.#removals.get(collectionId));
    this.#remove(collectionId);
  }

  /** For who closes: what is settled needs no mark at the next start. */
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
