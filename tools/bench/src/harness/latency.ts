import { ownUsage } from "../processes/usage.ts";
import { type Comparison, compared, type Figure, type Goal, type Rounds } from "./figure.ts";
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
  /** Whether the CPU time of this process for an item is told as well. */
  readonly tellsCpu?: boolean;
}

/**
 * Runs every item once per round on both sides, one at a time; gives p50 and p99 of a round in milliseconds, and of the
 * CPU time the mean: clocks of CPU time are too coarse for a single item.
 */
export const compareLatency = async <Item>(comparison: LatencyComparison<Item>): Promise<readonly Figure[]> => {
  const { name, items, rounds, warmUpRounds, referenceName, goal, goalOfP99, tellsCpu = false } = comparison;
  const p99 = { subject: [] as number[], reference: [] as number[] };
  const cpu = { subject: [] as number[], reference: [] as number[] };
  const side = (run: (item: Item) => unknown, who: "subject" | "reference") => async () => {
    const before = ownUsage().cpuMs;
    const times = await timeEach(items, run);
    cpu[who].push((ownUsage().cpuMs - before) / items.length);
    p99[who].push(percentile(times, 0.99));
    return percentile(times, 0.5);
  };
  const p50 = await interleave({
    rounds,
    warmUpRounds,
    subject: side(comparison.subject, "subject"),
    reference: side(comparison.reference, "reference"),
  });
  const figureOf = (share: string): Comparison => ({ name: `${name} ${share}`.trim(), unit: "ms", referenceName });
  const counted = ({ subject, reference }: Rounds): Rounds => ({
    subject: subject.slice(warmUpRounds),
    reference: reference.slice(warmUpRounds),
  });
  return [
    compared({ ...figureOf("p50"), ...(goal !== undefined && { goal }) }, p50),
    compared({ ...figureOf("p99"), ...(goalOfP99 !== undefined && { goal: goalOfP99 }) }, counted(p99)),
    ...(tellsCpu ? [compared(figureOf("CPU, mean"), counted(cpu))] : []),
  ];
};
