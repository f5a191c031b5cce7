/** A map that forgets the least recently used of more than `limit` entries. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #limit: number;
  readonly #dispose: (value: Value) => void;

  constructor(limit: number, dispose: (value: Value) => void = () => {}) {
    this.#limit = limit;
    this.#dispose = dispose;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A map keeps the order of insertion: what is used goes to the end.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** The value of `key`, made if it is not there. */
  ensure(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) this.delete(this.#entries.keys().next().value!);
    return value;
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#dispose(value);
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.delete(key);
  }

  entries(): IterableIterator<[Key, Value]> {
    return this.#entries.entries();
  }
}
