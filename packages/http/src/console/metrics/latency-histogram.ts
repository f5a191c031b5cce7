/** Each bucket is this much wider than the one before, so what a percentile says is within 4 % of the truth. */
const GROWTH = 1.08;
/** Everything faster falls into the first bucket. */
const SHORTEST_MS = 0.1;
/** Everything slower falls into the last one. */
const LONGEST_MS = 600_000;

const PER_LOG = 1 / Math.log(GROWTH);
const BUCKETS = Math.ceil(Math.log(LONGEST_MS / SHORTEST_MS) * PER_LOG) + 1;

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Durations in milliseconds, counted in buckets: a kilobyte, however many there are. */
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

  /** Undefined when nothing was recorded. */
  percentiles(): Percentiles | undefined {
    if (this.#total === 0) return undefined;
    return { p50: this.#quantile(0.5), p95: this.#quantile(0.95), p99: this.#quantile(0.99) };
  }

  #quantile(share: number): number {
    let left = Math.max(1, Math.ceil(this.#total * share));
    let index = 0;
    while (left > this.#counts[index]!) left -= this.#counts[index++]!;
    // The middle of the bucket by ratio: as far from its lower bound as from its upper one.
    return SHORTEST_MS * GROWTH ** (index === 0 ? 0 : index - 0.5);
  }
}
