export interface BoundedMapOptions<Value> {
  /** Weight of a value; must not change while the value is in the map. Default 1. */
  readonly weigh?: (value: Value) => number;
  /** Called with each value that is evicted. */
  readonly dispose?: (value: Value) => void;
}

/**
 * Insertions after which the eviction iterator is dropped. An iterator keeps the hash tables that the map has had since
 * its last step alive: without this limit, cache hits alone would fill the memory.
 */
const MAX_INSERTIONS = 1_000;

/**
 * LRU cache. Evicts the least recently used entries while the total weight exceeds `limit`. The last entry stays,
 * whatever its weight.
 */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #limit: number;
  readonly #weigh: (value: Value) => number;
  readonly #dispose: (value: Value) => void;
  #weight = 0;
  /**
   * Kept between evictions: a new iterator skips all deleted entries at the front of the map, which takes 4 µs per
   * eviction.
   */
  #oldest: MapIterator<Key> | undefined;
  #insertions = 0;

  constructor(limit: number, { weigh = () => 1, dispose = () => {} }: BoundedMapOptions<Value> = {}) {
    this.#limit = limit;
    this.#weigh = weigh;
    this.#dispose = dispose;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A `Map` retains insertion order: a used entry moves to the end.
    this.#entries.delete(key);
    this.#insert(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    this.#insert(key, value);
    this.#weight += this.#weigh(value);
    while (this.#weight > this.#limit && this.#entries.size > 1) this.#evictOldest();
  }

  /** Returns the value of `key`; makes and adds it if it is missing. */
  ensure(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weigh(value);
    this.#dispose(value);
  }

  /** Whether the key is in the map or can be added without an eviction, if all values have the same weight. */
  hasPlace(key: Key): boolean {
    return this.#entries.has(key) || this.#weight < this.#limit;
  }

  /** Returns the values, least recently used first. */
  values(): IterableIterator<Value> {
    return this.#entries.values();
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.delete(key);
  }

  #insert(key: Key, value: Value): void {
    this.#entries.set(key, value);
    if (++this.#insertions % MAX_INSERTIONS === 0) this.#oldest = undefined;
  }

  #evictOldest(): void {
    // A reused key moves to the end, which the iterator has not reached yet. An iterator that has ended never
    // continues.
    let oldest = this.#oldest?.next();
    if (oldest?.done !== false) oldest = (this.#oldest = this.#entries.keys()).next();
    this.delete(oldest.value!);
  }

  entries(): IterableIterator<[Key, Value]> {
    return this.#entries.entries();
  }
}
