import { setTimeout as pause } from "node:timers/promises";
import { ownUsage, percentile, type Usage } from "@quarry/services/kit";

/** Duration and CPU time of some work. */
export interface Taken {
  readonly ms: number;
  readonly cpuMs: number;
}

/** A server whose CPU time is measured. */
interface Measured {
  usage(): Promise<Usage>;
}

/** The measuring process. */
export const THIS_PROCESS: Measured = { usage: () => Promise.resolve(ownUsage()) };

/** Measures the duration of some work, and the CPU time that a process uses meanwhile. */
export const taken = async (work: () => unknown, process: Measured = THIS_PROCESS): Promise<Taken> => {
  const before = await process.usage();
  const started = performance.now();
  await work();
  const ms = performance.now() - started;
  return { ms, cpuMs: (await process.usage()).cpuMs - before.cpuMs };
};

/**
 * Runs items one after the other. Returns p50 and p99 of the durations, and the mean CPU time, because its clock is
 * coarse.
 */
export const each = async <Item>(items: readonly Item[], run: (item: Item) => unknown, process?: Measured) => {
  const times: number[] = [];
  const { cpuMs } = await taken(async () => {
    for (const item of items) {
      const started = performance.now();
      await run(item);
      times.push(performance.now() - started);
    }
  }, process);
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    most: Math.max(...times),
    cpu: cpuMs / items.length,
  };
};

const LOOK_MS = 250;
/** Share of one processor below which a process counts as idle. */
const IDLE_SHARE = 0.02;
/** Number of consecutive idle checks required: a process may pause between two steps of work. */
const IDLE_LOOKS = 3;
const MAX_LOOKS = 4_800;

/** Waits until a process has no work left, such as building an index in the background of the writes. */
export const settled = async (process: Measured = THIS_PROCESS): Promise<void> => {
  for (let look = 0, idle = 0; look < MAX_LOOKS; look += 1) {
    const { cpuMs } = await taken(() => pause(LOOK_MS), process);
    idle = cpuMs < LOOK_MS * IDLE_SHARE ? idle + 1 : 0;
    if (idle === IDLE_LOOKS) return;
  }
  throw new Error(`a process is still busy after ${(MAX_LOOKS * LOOK_MS) / 1000} s`);
};
