import { TokenBucket } from "@quarry/plugin/scheduling";

/** Rate limits of one provider with one key. */
export interface RateLimits {
  /** Calls at the same time, at most. */
  readonly concurrency: number;
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
  /** Longest time that a document waits while the provider fails. */
  readonly giveUpAfterSeconds: number;
  /** Longest time that a document waits while the provider asks to slow down, or says when it will be back. */
  readonly rateLimitPatienceSeconds: number;
  /** Pause after the first refusal that names none; each further one doubles it, up to the longest. */
  readonly firstPauseMs: number;
}

/** A restart or a short outage; after it callers should know, rather than look at `processing`. */
const GIVE_UP_AFTER_SECONDS = 60;
/** Room for the longest windows of the rate limits that providers have. */
const RATE_LIMIT_PATIENCE_SECONDS = 600;

/**
 * Providers answer in about a second and their lowest tiers allow a few calls at a time: this many keep the others of
 * a pipeline busy. More is found out by nobody but the operator, who knows his tier.
 */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  concurrency: 8,
  giveUpAfterSeconds: GIVE_UP_AFTER_SECONDS,
  rateLimitPatienceSeconds: RATE_LIMIT_PATIENCE_SECONDS,
  firstPauseMs: 250,
};

export const LONGEST_PAUSE_MS = 30_000;

/** Milliseconds to wait after this many failures in a row (from 1), made up to a quarter longer or shorter. */
export const pauseAfter = (failures: number, firstPauseMs: number): number =>
  Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2);

/** Share of a minute's allowance that may be used at once. */
const BURST = 1 / 6;

/**
 * A bucket for an allowance per minute: what may be used at once and what comes back within a minute add up to it, so that no
 * minute sees more, wherever it begins.
 */
export const bucketOf = (perMinute: number, now: number): TokenBucket => {
  const burst = Math.max(perMinute * BURST, 1);
  return new TokenBucket({ burst, perSecond: Math.max(perMinute - burst, perMinute * BURST) / 60 }, now);
};
