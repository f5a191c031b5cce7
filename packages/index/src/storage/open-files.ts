import { BoundedMap } from "@quarry/plugin/domain";
import { fileIdentity } from "./collection-file.ts";

interface OpenFile<File> {
  readonly file: File;
  readonly identity: string | undefined;
}

/**
 * Files that a thread keeps open, by collection: of more than `limit` the least recently used are closed. One that was removed
 * or replaced at its path is closed as well, since it must be neither read nor written any more.
 */
export class OpenFiles<File extends { close(): void }> {
  readonly #pathOf: (collection: string) => string;
  readonly #open: BoundedMap<string, OpenFile<File>>;

  constructor(limit: number, pathOf: (collection: string) => string) {
    this.#pathOf = pathOf;
    this.#open = new BoundedMap(limit, { dispose: ({ file }) => file.close() });
  }

  /** Whether a file of the collection is open, be it still the one at its path or not. */
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

  /** Keeps the file that `open` returns, instead of one that was open. */
  open<Opened extends File | undefined>(collection: string, open: (path: string) => Opened): Opened {
    this.close(collection);
    const path = this.#pathOf(collection);
    // Before the file is opened: one that is replaced at this moment is seen to be another the next time.
    const identity = fileIdentity(path);
    const file = open(path);
    if (file !== undefined) this.#open.set(collection, { file, identity: identity ?? fileIdentity(path) });
    return file;
  }

  /** Whether the collection's file is open, or can be opened without another being closed for it. */
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
