/** Difference between two runs, over their common queries. */
export interface PairedComparison {
  readonly queries: number;
  /** Mean of the differences, second minus first. */
  readonly difference: number;
  /** 95 % confidence interval of the difference. */
  readonly interval: readonly [low: number, high: number];
  /**
   * Two-sided p-value: twice the share of resamples in which the difference has the other sign or is 0. A small value
   * means that the difference is not chance.
   */
  readonly p: number;
}

const RESAMPLES = 10_000;
const SEED = 20_261;

/** Paired bootstrap over queries: estimates how the mean difference would vary with other queries of the same kind. */
export const comparePaired = (
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
): PairedComparison => {
  const differences = [...second].flatMap(([query, value]) => {
    const other = first.get(query);
    return other === undefined ? [] : [value - other];
  });
  if (differences.length === 0) return { queries: 0, difference: 0, interval: [0, 0], p: 1 };
  const difference = mean(differences);
  const random = mulberry(SEED);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let i = 0; i < differences.length; i++) sum += differences[Math.floor(random() * differences.length)]!;
    return sum / differences.length;
  }).sort((a, b) => a - b);
  const contrary = means.filter((value) => (difference >= 0 ? value <= 0 : value >= 0)).length;
  return {
    queries: differences.length,
    difference,
    interval: [means[Math.floor(RESAMPLES * 0.025)]!, means[Math.ceil(RESAMPLES * 0.975) - 1]!],
    p: difference === 0 ? 1 : Math.min(1, (2 * contrary) / RESAMPLES),
  };
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Pseudo-random generator (mulberry32) with a fixed seed: the same runs always compare the same. */
const mulberry = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
