import { type Comparison, compared, type Figure, type Goal } from "./figure.ts";
import { interleave } from "./rounds.ts";
import { percentile } from "./statistics.ts";
import { timeEach } from "./time-each.ts";

export interface LatencyComparison<Item> {
  /** What is timed, for the figures' names; may be empty. */
  readonly name: string;
  readonly items: readonly Item[];
  readonly rounds: number;
  readonly warmUpRounds: number;
  readonly subject: (item: Item) => unknown;
  readonly reference: (item: Item) => unknown;
  readonly referenceName: string;
  /** Of the median. */
  readonly goal?: Goal;
  /** Of the 99th percentile. */
  readonly goalOfP99?: Goal;
}

/** Runs every item once per round on both sides, one at a time; gives p50 and p99 of a round in milliseconds. */
export const compareLatency = async <Item>(comparison: LatencyComparison<Item>): Promise<readonly Figure[]> => {
  const { name, items, rounds, warmUpRounds, referenceName, goal, goalOfP99 } = comparison;
  const p99 = { subject: [] as number[], reference: [] as number[] };
  const side = (run: (item: Item) => unknown, slowest: number[]) => async () => {
    const times = await timeEach(items, run);
    slowest.push(percentile(times, 0.99));
    return percentile(times, 0.5);
  };
  const p50 = await interleave({
    rounds,
    warmUpRounds,
    subject: side(comparison.subject, p99.subject),
    reference: side(comparison.reference, p99.reference),
  });
  const figureOf = (share: string): Comparison => ({ name: `${name} ${share}`.trim(), unit: "ms", referenceName });
  return [
    compared({ ...figureOf("p50"), ...(goal !== undefined && { goal }) }, p50),
    compared(
      { ...figureOf("p99"), ...(goalOfP99 !== undefined && { goal: goalOfP99 }) },
      { subject: p99.subject.slice(warmUpRounds), reference: p99.reference.slice(warmUpRounds) },
    ),
  ];
};
