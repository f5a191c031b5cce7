import { TokenBucket } from "@quarry/plugin/scheduling";

/** Rate limits of one provider with one key. */
export interface RateLimits {
  /** Maximum number of concurrent calls. */
  readonly concurrency: number;
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
  /** Longest time that a document waits while the provider fails. */
  readonly giveUpAfterSeconds: number;
  /** Longest time that a document waits while the provider requests a slow-down or announces when it will be back. */
  readonly rateLimitPatienceSeconds: number;
  /**
   * Pause after the first refusal without a specified pause. Each further refusal doubles it (exponential backoff), up
   * to the maximum.
   */
  readonly firstPauseMs: number;
}

/**
 * Covers a restart or a short outage. After this time callers should learn of the failure instead of seeing
 * `processing`.
 */
const GIVE_UP_AFTER_SECONDS = 60;
/** Covers the longest rate-limit windows of providers. */
const RATE_LIMIT_PATIENCE_SECONDS = 600;

/**
 * Defaults. Providers respond in about a second, and their lowest tiers allow a few concurrent calls: this number keeps
 * the other stages of a pipeline busy. Only the operator, who knows the tier, can determine a higher number.
 */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  concurrency: 8,
  giveUpAfterSeconds: GIVE_UP_AFTER_SECONDS,
  rateLimitPatienceSeconds: RATE_LIMIT_PATIENCE_SECONDS,
  firstPauseMs: 250,
};

export const LONGEST_PAUSE_MS = 30_000;

/**
 * Milliseconds to wait after this many consecutive failures (from 1), with a jitter of up to a quarter in either
 * direction.
 */
export const pauseAfter = (failures: number, firstPauseMs: number): number =>
  Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2);

/** Share of a minute's allowance that can be used at once. */
const BURST = 1 / 6;

/**
 * Returns a token bucket for an allowance per minute. Its capacity and its refill within a minute add up to the
 * allowance: no minute exceeds it, wherever it begins.
 */
export const bucketOf = (perMinute: number, now: number): TokenBucket => {
  const burst = Math.max(perMinute * BURST, 1);
  return new TokenBucket({ burst, perSecond: Math.max(perMinute - burst, perMinute * BURST) / 60 }, now);
};
