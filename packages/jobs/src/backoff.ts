/** Waiting time after the first failed attempt. */
const FIRST_RETRY_MS = 1_000;
/** Each wait is this many times the one before: 1 s, 4 s, 16 s, 64 s. */
const RETRY_FACTOR = 4;
/** Longest wait: someone who repairs a dependency should see work go on soon after. */
export const LONGEST_RETRY_MS = 5 * 60_000;
/** Share by which a wait is made shorter or longer. */
export const RETRY_JITTER = 0.2;

/** Milliseconds to wait after attempt number `attempts` (from 1) has failed. `random` is in [0, 1). */
export const retryDelayMs = (attempts: number, random: number = Math.random()): number => {
  const exact = Math.min(FIRST_RETRY_MS * RETRY_FACTOR ** (Math.max(attempts, 1) - 1), LONGEST_RETRY_MS);
  return withJitter(exact, RETRY_JITTER, random);
};

/** Makes a wait shorter or longer by up to `share`, so that what failed together doesn't return together. */
export const withJitter = (milliseconds: number, share: number, random: number): number =>
  Math.round(milliseconds * (1 + share * (2 * random - 1)));
