/**
 * A map that forgets: two halves, and when the young one is full it replaces the old one. No bookkeeping per hit, so
 * that it stays as fast as a Map; holds at most twice `halfSize` entries.
 */
export class BoundedCache<Value> {
  readonly #halfSize: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(halfSize: number) {
    this.#halfSize = halfSize;
  }

  /** Cached value, or the result of `compute` for the key, which is then cached. */
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
