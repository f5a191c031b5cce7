/** The value below which the share `p` (0 to 1) of the samples lies, by nearest rank. Throws when there are none. */
export const percentile = (samples: readonly number[], p: number): number => {
  if (samples.length === 0) throw new RangeError("percentile: there are no samples");
  const sorted = [...samples].sort((a, b) => a - b);
  const rank = Math.ceil(p * sorted.length);
  return sorted[Math.min(sorted.length - 1, Math.max(0, rank - 1))]!;
};

/** The middle sample; of an even number the mean of the two in the middle. Throws when there are none. */
export const median = (samples: readonly number[]): number => {
  if (samples.length === 0) throw new RangeError("median: there are no samples");
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** What is told of repeated measurements: the median is the figure, the minimum shows how much was noise. */
export interface Summary {
  readonly median: number;
  readonly minimum: number;
}

export const summaryOf = (samples: readonly number[]): Summary => ({
  median: median(samples),
  minimum: Math.min(...samples),
});
