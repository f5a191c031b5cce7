import { withJitter } from "@quarry/jobs";

/** Milliseconds before the second, third and fourth attempt (spec: Limits). */
const RETRY_DELAYS_MS: readonly number[] = [10_000, 30_000, 90_000];

/** Share by which a wait is randomly shortened or extended. */
const RETRY_JITTER = 0.1;

/**
 * Milliseconds until the next attempt after attempt number `attempts` (from 1) has failed. Undefined if it was the
 * last. `random` is in [0, 1).
 */
export const retryDelayMs = (
  attempts: number,
  delays: readonly number[] = RETRY_DELAYS_MS,
  random: number = Math.random(),
): number | undefined => {
  const delay = delays[attempts - 1];
  return delay === undefined ? undefined : withJitter(delay, RETRY_JITTER, random);
};
