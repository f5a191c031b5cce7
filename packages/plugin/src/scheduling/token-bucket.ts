import { BoundedMap } from "../domain/bounded-map.ts";

/** Rate of a token bucket. */
export interface TokenRate {
  /** Capacity of the bucket, in tokens: the number that can be used at once. */
  readonly burst: number;
  /** Tokens refilled per second. */
  readonly perSecond: number;
  /** Maximum debt in tokens: usage beyond it is forgiven. Default: unlimited. */
  readonly mostDebt?: number;
}

/** Tolerance, in tokens, for rounding errors in sums of fractions. */
const ROUNDING_TOLERANCE = 1e-6;

/** Token bucket. An amount larger than the burst can be used when the bucket is full, and leaves a debt. */
export class TokenBucket {
  readonly #rate: TokenRate;
  #left: number;
  #at: number;

  /** Creates a full bucket. `now` is in milliseconds, here and below. */
  constructor(rate: TokenRate, now: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#at = now;
  }

  /** Largest amount that can be used without a debt. */
  get burst(): number {
    return this.#rate.burst;
  }

  /** Returns the number of tokens in the bucket; negative if there is a debt. */
  left(now: number): number {
    this.#left = Math.min(this.burst, this.#left + ((now - this.#at) * this.#rate.perSecond) / 1_000);
    this.#at = now;
    return this.#left;
  }

  /** Returns the milliseconds until this amount can be used; 0 if at once. */
  waitFor(amount: number, now: number): number {
    const missing = Math.min(amount, this.burst) - this.left(now) - ROUNDING_TOLERANCE;
    return missing <= 0 ? 0 : Math.max(1, Math.ceil((missing * 1_000) / this.#rate.perSecond));
  }

  use(amount: number, now: number): void {
    this.#left = Math.max(this.left(now) - amount, -(this.#rate.mostDebt ?? Infinity));
  }
}

/**
 * Token buckets of one rate, by key, in an LRU map. Beyond `limit` buckets, the one used longest ago is evicted; its
 * key starts again with a full bucket.
 */
export class TokenBuckets {
  readonly #rate: TokenRate;
  readonly #now: () => number;
  readonly #buckets: BoundedMap<string, TokenBucket>;

  constructor(rate: TokenRate, limit: number, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
    this.#buckets = new BoundedMap(limit);
  }

  left(key: string): number {
    return this.#buckets.get(key)?.left(this.#now()) ?? this.#rate.burst;
  }

  waitFor(key: string): number {
    return this.#buckets.get(key)?.waitFor(1, this.#now()) ?? 0;
  }

  use(key: string, amount = 1): void {
    const now = this.#now();
    this.#buckets.ensure(key, () => new TokenBucket(this.#rate, now)).use(amount, now);
  }
}
