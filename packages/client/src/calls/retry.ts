import { fromConnect } from "../errors/from-connect.ts";
import type { QuarryError } from "../errors/quarry-error.ts";
import type { TimeLimit } from "./time-limit.ts";

/** Retry policy of calls that may be repeated. */
export interface RetryOptions {
  /** Maximum attempts of a call, including the first; 1 never retries. Default 4. */
  readonly attempts?: number;
  /** Milliseconds before the first retry, doubled for each further one (exponential backoff). Default 250. */
  readonly baseDelayMs?: number;
  /** Maximum milliseconds between two attempts, unless the service requests more. Default 10,000. */
  readonly maxDelayMs?: number;
}

export type RetryPolicy = Required<RetryOptions>;

export const retryPolicy = (options: RetryOptions = {}): RetryPolicy => ({
  attempts: Math.max(1, options.attempts ?? 4),
  baseDelayMs: options.baseDelayMs ?? 250,
  maxDelayMs: options.maxDelayMs ?? 10_000,
});

/** Retry policy of a call that must not be repeated. */
export const ONCE: RetryPolicy = { attempts: 1, baseDelayMs: 0, maxDelayMs: 0 };

/**
 * Milliseconds to wait after failure number `failures`: exponential backoff with jitter, and at least the time that the
 * service requested.
 */
export const delayAfter = (error: QuarryError, failures: number, policy: RetryPolicy): number => {
  const longest = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (failures - 1));
  // Half of the delay is random (jitter), to spread the retries of many clients.
  const backoff = longest * (0.5 + Math.random() / 2);
  return Math.max(backoff, (error.retryAfterSeconds ?? 0) * 1_000);
};

/** Repeats `attempt` after transient failures, within the policy and the time limit of the call. */
export const withRetries = async <A>(policy: RetryPolicy, limit: TimeLimit, attempt: () => Promise<A>): Promise<A> => {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      const error = limit.failure(thrown) ?? fromConnect(thrown);
      if (!error.isRetryable || failures >= policy.attempts) throw error;
      await limit.pause(delayAfter(error, failures, policy));
    }
  }
};
