/** Width ratio of adjacent buckets. It keeps percentiles within 4 % of the true value. */
const GROWTH = 1.08;
/** Lower bound: all shorter durations go into the first bucket. */
const SHORTEST_MS = 0.1;
/** Upper bound: all longer durations go into the last bucket. */
const LONGEST_MS = 600_000;

const PER_LOG = 1 / Math.log(GROWTH);
const BUCKETS = Math.ceil(Math.log(LONGEST_MS / SHORTEST_MS) * PER_LOG) + 1;

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/**
 * Histogram of durations in milliseconds, with exponential buckets. It needs about a kilobyte for any number of
 * durations.
 */
export class LatencyHistogram {
  readonly #counts = new Uint32Array(BUCKETS);
  #total = 0;

  record(durationMs: number): void {
    const index = durationMs <= SHORTEST_MS ? 0 : Math.ceil(Math.log(durationMs / SHORTEST_MS) * PER_LOG);
    this.#counts[index < BUCKETS ? index : BUCKETS - 1]!++;
    this.#total++;
  }

  add(other: LatencyHistogram): void {
    if (other.#total === 0) return;
    for (let index = 0; index < BUCKETS; index++) this.#counts[index]! += other.#counts[index]!;
    this.#total += other.#total;
  }

  clear(): void {
    if (this.#total === 0) return;
    this.#counts.fill(0);
    this.#total = 0;
  }

  /** Returns undefined if nothing was recorded. */
  percentiles(): Percentiles | undefined {
    if (this.#total === 0) return undefined;
    return { p50: this.#quantile(0.5), p95: this.#quantile(0.95), p99: this.#quantile(0.99) };
  }

  #quantile(share: number): number {
    let remaining = Math.max(1, Math.ceil(this.#total * share));
    let index = 0;
    while (remaining > this.#counts[index]!) remaining -= this.#counts[index++]!;
    // Geometric mean of the bucket's bounds.
    return SHORTEST_MS * GROWTH ** (index === 0 ? 0 : index - 0.5);
  }
}
