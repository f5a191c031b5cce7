export interface BoundedMapOptions<Value> {
  /** Weight of a value; must not change while the value is in the map. Default 1. */
  readonly weigh?: (value: Value) => number;
  /** Called with each value that is evicted. */
  readonly dispose?: (value: Value) => void;
}

/** An iterator holds the tables that the map had since its last step: without this, hits alone would fill the memory. */
const MAX_INSERTIONS = 1_000;

/** A map that forgets the least recently used entries of more than `limit` weight. The last one stays, whatever it weighs. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #limit: number;
  readonly #weigh: (value: Value) => number;
  readonly #dispose: (value: Value) => void;
  #weight = 0;
  /** Kept between evictions: a new iterator passes over all that was deleted at the front of the map, 4 µs an eviction. */
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
    // A map keeps the order of insertion: what is used goes to the end.
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

  /** The value of `key`, made if it is not there. */
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

  /** Whether the key is in the map, or can be added without an eviction; for values of the same weight. */
  hasPlace(key: Key): boolean {
    return this.#entries.has(key) || this.#weight < this.#limit;
  }

  /** Least recently used first. */
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
    // A key that is used again goes to the end, where the iterator still comes by; one that has ended never goes on.
    let oldest = this.#oldest?.next();
    if (oldest?.done !== false) oldest = (this.#oldest = this.#entries.keys()).next();
    this.delete(oldest.value!);
  }

  entries(): IterableIterator<[Key, Value]> {
    return this.#entries.entries();
  }
}
