import type { Job } from "../job.ts";
import { WORKER_LOST } from "../sql/take-job.ts";

/**
 * Interval at which each process checks the table for jobs without a ticket: the longest that a job waits whose ticket
 * was lost, or whose worker was, beyond its lease.
 */
export const SWEEP_EVERY_MS = 2_000;

/**
 * When to look for jobs in the table itself. What it has and Redis hasn't (lost with Redis, never added, left by a dead
 * worker) is taken from there, one after the other until there is none.
 */
export class TableSweep {
  /** For each set of kinds that someone claims, since a look finds only those. */
  readonly #dueAt = new Map<string, number>();
  #isLossSeen = false;

  isDue(kinds: string, time: number): boolean {
    const dueAt = this.#dueAt.get(kinds) ?? time;
    // The clock may have been set back.
    return dueAt <= time || dueAt > time + SWEEP_EVERY_MS;
  }

  /** There are no tickets, but the last look found a job: there may be more. */
  get isWorthwhileWithoutTickets(): boolean {
    return this.#isLossSeen;
  }

  scanned(kinds: string, time: number, found: Job | undefined): void {
    this.#isLossSeen = found !== undefined;
    this.#dueAt.set(kinds, found?.error === WORKER_LOST ? time : time + SWEEP_EVERY_MS);
  }

  /** Tickets are known to be missing. */
  demand(): void {
    this.#dueAt.clear();
  }
}
