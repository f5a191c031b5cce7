import type { PlatformStatistics } from "@quarry/catalog";

/** Counts at one moment, over all processes that share the database. */
export interface IngestSample {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly chunks: number;
  readonly waiting: number;
  readonly running: number;
  /** Runs that ended since the service was first started. */
  readonly completed: number;
  readonly failed: number;
}

/** Time series with one value per slice; null if nothing was counted in it. */
export interface IngestMetrics {
  /** Start of the first slice, in epoch milliseconds. */
  readonly startAt: number;
  readonly stepMs: number;
  /** Runs that succeeded, per minute. */
  readonly documentsPerMinute: readonly (number | null)[];
  readonly failuresPerMinute: readonly (number | null)[];
  /** Net increase of chunks per minute; 0 while more are deleted than added. */
  readonly chunksPerMinute: readonly (number | null)[];
  /** Documents that wait for a worker, and documents that a worker processes, as last counted in the slice. */
  readonly waiting: readonly (number | null)[];
  readonly running: readonly (number | null)[];
}

export const SAMPLE_EVERY_MS = 10_000;
/** One hour, plus one initial sample for the first difference. */
const MAX_SAMPLES = 3_600_000 / SAMPLE_EVERY_MS + 1;
const MINUTE_MS = 60_000;
const SLICES = { hour: { stepMs: MINUTE_MS, count: 60 }, minutes: { stepMs: SAMPLE_EVERY_MS, count: 30 } } as const;

export const sampleOf = (at: number, { totals, queue }: PlatformStatistics): IngestSample => ({
  at,
  chunks: totals.chunkCount,
  waiting: queue.pending,
  running: queue.processing,
  completed: queue.completed,
  failed: queue.failed,
});

/** Samples of the last hour. */
export class IngestHistory {
  readonly #samples: IngestSample[] = [];

  add(sample: IngestSample): void {
    this.#samples.push(sample);
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }

  read(range: keyof typeof SLICES, now: number): IngestMetrics {
    const { stepMs, count } = SLICES[range];
    const startAt = (Math.floor(now / stepMs) - count + 1) * stepMs;
    const slices = Array.from({ length: count }, (_none, index) => this.#slice(startAt + index * stepMs, stepMs));
    return {
      startAt,
      stepMs,
      documentsPerMinute: slices.map((slice) => rate(slice, "completed")),
      failuresPerMinute: slices.map((slice) => rate(slice, "failed")),
      chunksPerMinute: slices.map((slice) => rate(slice, "chunks")),
      waiting: slices.map((slice) => slice?.last.waiting ?? null),
      running: slices.map((slice) => slice?.last.running ?? null),
    };
  }

  /** Returns the last sample in a time slice and the last one before the slice. */
  #slice(from: number, stepMs: number): Slice | undefined {
    const end = this.#samples.findLastIndex(({ at }) => at < from + stepMs);
    const last = this.#samples[end];
    if (last === undefined || last.at < from) return undefined;
    const before = this.#samples.findLast(({ at }) => at < from) ?? this.#samples[0]!;
    return { before, last };
  }
}

interface Slice {
  readonly before: IngestSample;
  readonly last: IngestSample;
}

const rate = (slice: Slice | undefined, count: "completed" | "failed" | "chunks"): number | null => {
  if (slice === undefined || slice.last === slice.before) return null;
  const { before, last } = slice;
  return (Math.max(0, last[count] - before[count]) / (last.at - before.at)) * MINUTE_MS;
};
