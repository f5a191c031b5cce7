import type { Job } from "../job.ts";
import { WORKER_LOST } from "../sql/claim-first.ts";

/**
 * Interval at which each process scans the table for jobs without a ticket. It is the longest wait of a job whose
 * ticket was lost or, after its lease has expired, whose worker was lost.
 */
export const SWEEP_INTERVAL_MS = 2_000;

/**
 * Decides when to scan the table itself for jobs. Jobs that Redis doesn't have (lost with Redis, never added, left by a
 * dead worker) are claimed from the table, one after the other until none is left.
 */
export class TableSweep {
  /** Time of the next scan by claimed set of kinds, since a scan finds only those kinds. */
  readonly #dueAt = new Map<string, number>();
  #wasJobFound = false;

  isDue(kinds: string, time: number): boolean {
    const dueAt = this.#dueAt.get(kinds) ?? time;
    // The second condition: the clock may have been set back.
    return dueAt <= time || dueAt > time + SWEEP_INTERVAL_MS;
  }

  /** Whether to scan although there are no tickets: the last scan found a job, so there may be more. */
  get mayFindMore(): boolean {
    return this.#wasJobFound;
  }

  scanned(kinds: string, time: number, found: Job | undefined): void {
    this.#wasJobFound = found !== undefined;
    this.#dueAt.set(kinds, found?.error === WORKER_LOST ? time : time + SWEEP_INTERVAL_MS);
  }

  /** Makes a scan due now, because tickets are known to be missing. */
  requestScan(): void {
    this.#dueAt.clear();
  }
}
