/** Wait after the first failed attempt. */
const FIRST_RETRY_MS = 1_000;
/** Factor of the exponential backoff: 1 s, 4 s, 16 s, 64 s. */
const RETRY_FACTOR = 4;
/** Longest wait: work must resume soon after someone repairs a dependency. */
export const MAX_RETRY_MS = 5 * 60_000;
/** Share by which a wait is randomly shortened or extended. */
export const RETRY_JITTER = 0.2;

/** Returns the milliseconds to wait after attempt number `attempts` (from 1) has failed. `random` is in [0, 1). */
export const retryDelayMs = (attempts: number, random: number = Math.random()): number => {
  const exact = Math.min(FIRST_RETRY_MS * RETRY_FACTOR ** (Math.max(attempts, 1) - 1), MAX_RETRY_MS);
  return withJitter(exact, RETRY_JITTER, random);
};

/** Shortens or extends a wait by up to `share`: jobs that failed together must not return together. */
export const withJitter = (milliseconds: number, share: number, random: number): number =>
  Math.round(milliseconds * (1 + share * (2 * random - 1)));
