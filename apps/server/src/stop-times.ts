/**
 * Time limits for a stop, defined in one place. Everything that waits at a stop gets its share of one grace period, and
 * all of it waits concurrently.
 */
export interface StopTimes {
  /** Milliseconds for requests and jobs in progress. After that they are aborted and handed back. */
  readonly workMs: number;
  /** Milliseconds for webhook deliveries in progress. */
  readonly webhooksMs: number;
  /** Milliseconds for the whole stop, including closing of the dependencies. After that the process exits. */
  readonly inAllMs: number;
}

/** Share of the grace period reserved for closing: storing the jobs handed back, and closing files. */
const CLOSING_MS = 2_000;
const CLOSING_SHARE = 0.25;

/** Minimum for the whole stop. A grace period of 0 applies to the work; handing jobs back always needs time. */
const LEAST_IN_ALL_MS = 5_000;

/**
 * Limit for webhook deliveries: a receiver that hangs must not delay a stop. An aborted delivery is sent again after
 * the next start.
 */
const LONGEST_WEBHOOK_MS = 3_000;

export const stopTimes = (graceMs: number): StopTimes => {
  const workMs = graceMs - Math.min(CLOSING_MS, graceMs * CLOSING_SHARE);
  return {
    workMs,
    webhooksMs: Math.min(workMs, LONGEST_WEBHOOK_MS),
    inAllMs: Math.max(graceMs, LEAST_IN_ALL_MS),
  };
};
