/** Rate of a token bucket. */
export interface TokenRate {
  /** Tokens of a full bucket: so many may be used at once. */
  readonly burst: number;
  /** Tokens that come back in a second. */
  readonly perSecond: number;
  /** Tokens that may be owed: what is used beyond that is forgiven. Default: all. */
  readonly mostDebt?: number;
}

/** Part of a token within which sums of fractions are exact. */
const TOLERANCE = 1e-6;

/** Token bucket: what is larger than the burst may be used when the bucket is full, and leaves a debt. */
export class TokenBucket {
  readonly #rate: TokenRate;
  #left: number;
  #at: number;

  /** A full bucket. `now` is in milliseconds, here and below. */
  constructor(rate: TokenRate, now: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#at = now;
  }

  /** The most that can be used without a debt. */
  get burst(): number {
    return this.#rate.burst;
  }

  /** Tokens in the bucket; negative where some are owed. */
  left(now: number): number {
    this.#left = Math.min(this.burst, this.#left + ((now - this.#at) * this.#rate.perSecond) / 1_000);
    this.#at = now;
    return this.#left;
  }

  /** Milliseconds until this much may be used; 0 for at once. */
  waitFor(amount: number, now: number): number {
    const missing = Math.min(amount, this.burst) - this.left(now) - TOLERANCE;
    return missing <= 0 ? 0 : Math.max(1, Math.ceil((missing * 1_000) / this.#rate.perSecond));
  }

  use(amount: number, now: number): void {
    this.#left = Math.max(this.left(now) - amount, -(this.#rate.mostDebt ?? Infinity));
  }
}

/** Token buckets of one rate by key. Of more than `limit` the one used longest ago is forgotten, so its key begins again. */
export class TokenBuckets {
  readonly #rate: TokenRate;
  readonly #limit: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rate: TokenRate, limit: number, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#limit = limit;
    this.#now = now;
  }

  left(key: string): number {
    return this.#known(key)?.left(this.#now()) ?? this.#rate.burst;
  }

  waitFor(key: string): number {
    return this.#known(key)?.waitFor(1, this.#now()) ?? 0;
  }

  use(key: string, amount = 1): void {
    const now = this.#now();
    const bucket = this.#known(key) ?? new TokenBucket(this.#rate, now);
    bucket.use(amount, now);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > this.#limit) this.#buckets.delete(this.#buckets.keys().next().value!);
  }

  #known(key: string): TokenBucket | undefined {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return undefined;
    // A map keeps the order of insertion: what is used goes to the end.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
