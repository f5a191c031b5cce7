/** The value below which the share `p` (0 to 1) of the samples lies, by nearest rank; NaN when there are none. */
export const percentile = (samples: readonly number[], p: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Least squares: how much y grows per x; 0 for fewer than two points. */
export const slopeOf = (points: readonly Point[]): number => {
  const count = points.length;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const shared = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return spread > 0 ? shared / spread : 0;
};
