interface Closeable {
  close(): void;
}

/** Open collections of one thread by name; the least recently used is closed when there are too many. */
export class OpenCollections<Collection extends Closeable> {
  readonly #open = new Map<string, Collection>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(name: string): Collection | undefined {
    const collection = this.#open.get(name);
    if (collection !== undefined) {
      // A map keeps the order of insertion: the first is the least recently used.
      this.#open.delete(name);
      this.#open.set(name, collection);
    }
    return collection;
  }

  add(name: string, collection: Collection): void {
    this.#open.set(name, collection);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= this.#limit) break;
      this.close(oldest);
    }
  }

  /** Whether it is open, or can be without another's being closed. */
  hasPlace(name: string): boolean {
    return this.#open.has(name) || this.#open.size < this.#limit;
  }

  /** Least recently used first. */
  values(): IterableIterator<Collection> {
    return this.#open.values();
  }

  close(name: string): void {
    this.#open.get(name)?.close();
    this.#open.delete(name);
  }

  closeAll(): void {
    for (const name of this.#open.keys()) this.close(name);
  }
}
