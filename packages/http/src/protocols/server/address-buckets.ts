/** Addresses that are remembered: some megabytes. Who comes from more of them is forgotten in places, oldest first. */
const MOST_ADDRESSES = 20_000;

interface Bucket {
  spent: number;
  /** Milliseconds of the clock. */
  countedAt: number;
}

/** Counts what each address does; what is done comes to be forgotten evenly. */
export class AddressBuckets {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** An address may do `burst` at once, and `perSecond` for as long as it likes. */
  constructor(burst: number, perSecond: number, now: () => number = () => performance.now()) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#now = now;
  }

  add(address: string): void {
    const spent = this.#spent(address) + 1;
    this.#buckets.delete(address);
    if (this.#buckets.size >= MOST_ADDRESSES) this.#buckets.delete(this.#buckets.keys().next().value!);
    this.#buckets.set(address, { spent, countedAt: this.#now() });
  }

  /** Whether an address has done all that it may, for now. */
  isSpent(address: string): boolean {
    return this.#buckets.size > 0 && this.#spent(address) >= this.#burst;
  }

  #spent(address: string): number {
    const bucket = this.#buckets.get(address);
    if (bucket === undefined) return 0;
    const left = bucket.spent - ((this.#now() - bucket.countedAt) * this.#perSecond) / 1000;
    if (left > 0) return Math.min(left, 2 * this.#burst);
    this.#buckets.delete(address);
    return 0;
  }
}
