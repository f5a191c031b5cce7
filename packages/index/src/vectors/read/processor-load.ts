import { availableParallelism } from "node:os";

/** Period over which the load is measured, in milliseconds. */
const PERIOD_MS = 250;

/** Load of the processors by the other threads of this process. */
export class ProcessorLoad {
  #start = performance.now();
  #cpuMs = cpuMs();
  #ownMs = 0;
  #isHigh = false;

  /** Adds CPU time of this thread, which is not counted. */
  addOwn(milliseconds: number): void {
    this.#ownMs += milliseconds;
  }

  /** Whether the other threads used more than all processors but one during the last period. */
  get isHigh(): boolean {
    const now = performance.now();
    const elapsed = now - this.#start;
    if (elapsed < PERIOD_MS) return this.#isHigh;
    const cpu = cpuMs();
    this.#isHigh = (cpu - this.#cpuMs - this.#ownMs) / elapsed > availableParallelism() - 1;
    this.#start = now;
    this.#cpuMs = cpu;
    this.#ownMs = 0;
    return this.#isHigh;
  }
}

/** CPU time of the process so far. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
