/**
 * Generational cache of two halves: when the young half is full, it replaces the old one. No bookkeeping per hit, so it
 * is as fast as a Map; contains at most twice `halfSize` entries.
 */
export class BoundedCache<Value> {
  readonly #halfSize: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(halfSize: number) {
    this.#halfSize = halfSize;
  }

  /** Returns the cached value, or computes and caches it. */
  get(key: string, compute: (key: string) => Value): Value {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const value = this.#old.get(key) ?? compute(key);
    if (this.#young.size >= this.#halfSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
