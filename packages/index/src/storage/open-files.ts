import { BoundedMap } from "@quarry/plugin/domain";
import { fileIdentity } from "./collection-file.ts";

interface OpenFile<File> {
  readonly file: File;
  readonly identity: string | undefined;
}

/**
 * Files that a thread keeps open, by collection. Above `limit`, the least recently used ones are closed. A file that
 * was removed or replaced at its path is also closed, because it must not be read or written any more.
 */
export class OpenFiles<File extends { close(): void }> {
  readonly #pathOf: (collection: string) => string;
  readonly #open: BoundedMap<string, OpenFile<File>>;

  constructor(limit: number, pathOf: (collection: string) => string) {
    this.#pathOf = pathOf;
    this.#open = new BoundedMap(limit, { dispose: ({ file }) => file.close() });
  }

  /** Whether a file of the collection is open, even if it is no longer the one at its path. */
  has(collection: string): boolean {
    return this.#open.get(collection) !== undefined;
  }

  /** Returns the collection's open file, if it is the one at its path. */
  get(collection: string): File | undefined {
    const known = this.#open.get(collection);
    if (known === undefined) return undefined;
    if (known.identity === fileIdentity(this.#pathOf(collection))) return known.file;
    this.close(collection);
    return undefined;
  }

  /** Stores the file that `open` returns and closes the previous one. */
  open<Opened extends File | undefined>(collection: string, open: (path: string) => Opened): Opened {
    this.close(collection);
    const path = this.#pathOf(collection);
    // Determined before the file is opened: if the file is replaced at this moment, the next call detects it.
    const identity = fileIdentity(path);
    const file = open(path);
    if (file !== undefined) this.#open.set(collection, { file, identity: identity ?? fileIdentity(path) });
    return file;
  }

  /** Whether the collection's file is open, or can be opened without closing another. */
  hasSlot(collection: string): boolean {
    return this.#open.hasPlace(collection);
  }

  /** Open files by collection, least recently used first. */
  *entries(): Iterable<readonly [collection: string, file: File]> {
    for (const [collection, { file }] of this.#open.entries()) yield [collection, file];
  }

  close(collection: string): void {
    this.#open.delete(collection);
  }

  closeAll(): void {
    this.#open.clear();
  }
}
