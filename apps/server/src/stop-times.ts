/**
 * Time limits for a stop, in one place: everything that waits at a stop gets its share of one grace period, and all of
 * it waits at the same time.
 */
export interface StopTimes {
  /** Milliseconds for requests and jobs under way; then they are cut off and handed back. */
  readonly workMs: number;
  /** Milliseconds for webhook deliveries under way. */
  readonly webhooksMs: number;
  /** Milliseconds for the whole stop, closing of the dependencies included; then the process exits. */
  readonly inAllMs: number;
}

/** Share of the grace period reserved for closing: jobs handed back must be stored, and files are closed. */
const CLOSING_MS = 2_000;
const CLOSING_SHARE = 0.25;

/** A grace of nothing is for the work; no stop is so short that nothing could be handed back. */
const LEAST_IN_ALL_MS = 5_000;

/** A receiver that hangs must not hold up a stop: an aborted delivery is sent again after the next start. */
const LONGEST_WEBHOOK_MS = 3_000;

export const stopTimes = (graceMs: number): StopTimes => {
  const workMs = graceMs - Math.min(CLOSING_MS, graceMs * CLOSING_SHARE);
  return {
    workMs,
    webhooksMs: Math.min(workMs, LONGEST_WEBHOOK_MS),
    inAllMs: Math.max(graceMs, LEAST_IN_ALL_MS),
  };
};
