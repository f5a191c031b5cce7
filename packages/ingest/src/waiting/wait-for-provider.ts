import { type ProviderOutage, gaveUp, pausedTooLong } from "@quarry/embedding";
import { isJsonObject, type JsonObject } from "@quarry/plugin/domain";
import { failed, type Job, type JobResult, parked } from "@quarry/jobs";

/** State of a job's wait, stored across parks and restarts. Times are epoch milliseconds. */
export interface WaitMemory {
  /** Start of the wait, without an answer in between. */
  readonly since: number;
  /** Time since which the provider has failed; null if it is only rate-limiting. */
  readonly failingSince: number | null;
  /** Progress of the document that was last reported. */
  readonly reached?: number;
}

export interface ProviderWait {
  readonly job: Pick<Job, "wait">;
  readonly embedder: string;
  readonly outage: ProviderOutage;
  /** Whether the provider has answered this job since its last wait, so that a new wait begins. */
  readonly hasAdvanced: boolean;
  /** Epoch milliseconds, by the queue's clock. */
  readonly now: number;
  /** Stored for the job's next attempt. */
  readonly reached?: number | undefined;
  /** Overrides the maximum wait of the provider's pace, for jobs that are not watched closely. */
  readonly patienceMs?: number;
}

/**
 * Maximum park of a job that doesn't itself probe for the provider's recovery. It is woken on recovery, or retries
 * after this time, since the probing job may no longer exist.
 */
export const LONGEST_PARK_MS = 60_000;

/** Minimum park, so that a provider without a pause of its own isn't called in a tight loop. */
const SHORTEST_PARK_MS = 250;

/**
 * Releases a job's worker slot until a retry with its provider makes sense; fails the job when it has waited long
 * enough.
 */
export const waitForProvider = (wait: ProviderWait): JobResult => {
  const { embedder, outage, now } = wait;
  const { error, pauseMs } = outage;
  const reached = wait.reached === undefined ? {} : { reached: wait.reached };
  const previous = wait.hasAdvanced ? undefined : waitMemoryOf(wait.job);
  if (error === undefined) {
    const reason = `waits for ${embedder}, which has not answered yet`;
    return park(wait, reason, LONGEST_PARK_MS, { until: null, memory: { ...previous, ...reached } });
  }
  // A response with a retry time is not a failure, even with status 503.
  const isRateLimited = error.reason === "rate_limited" || error.retryAfterSeconds !== undefined;
  const began = now - outage.keptMs;
  // The clock can have been set back.
  const since = Math.min(previous?.since ?? began, now);
  const failingSince = isRateLimited ? null : Math.min(previous?.failingSince ?? began, now);
  const until = endOf(wait, since, failingSince);
  if (isRateLimited && pauseMs > until - since) return failed(pausedTooLong(embedder, error, pauseMs), "provider");
  // The provider gives no answer before the end of the pause that it requests.
  if (now >= until || (isRateLimited && now + pauseMs > until)) {
    return failed(gaveUp(embedder, error, now - (failingSince ?? since)), "provider");
  }
  const afterMs = Math.max(pauseMs, outage.isProbed ? LONGEST_PARK_MS : SHORTEST_PARK_MS);
  const reason = `waits for ${embedder}, until ${timeOf(until)} at the latest; its message: ${error.message}`;
  const memory = { since, failingSince, ...reached } satisfies WaitMemory;
  return park(wait, reason, Math.min(afterMs, until - now), { until, memory });
};

/**
 * Both waits have limits of their own, so that a provider that alternates between failing and rate-limiting isn't
 * waited for forever.
 */
const endOf = ({ outage: { pace }, patienceMs }: ProviderWait, since: number, failingSince: number | null): number => {
  if (patienceMs !== undefined) return since + patienceMs;
  const failureMs = pace.giveUpAfterSeconds * 1000;
  const rateLimitMs = pace.rateLimitPatienceSeconds * 1000;
  if (failingSince === null) return since + rateLimitMs;
  return Math.min(failingSince + failureMs, since + Math.max(failureMs, rateLimitMs));
};

const park = (
  { embedder, outage }: ProviderWait,
  error: string,
  afterMs: number,
  rest: { readonly until: number | null; readonly memory: Partial<WaitMemory> },
): JobResult =>
  parked({
    error,
    afterMs,
    wait: { for: embedder, until: rest.until, memory: { ...rest.memory } satisfies JsonObject },
    // A job with progress of its own can't share its wait with others.
    withFamily: outage.isProbed && rest.memory.reached === undefined,
  });

/** Returns undefined if the job has not waited, or only for a first answer. */
export const waitMemoryOf = ({ wait }: Pick<Job, "wait">): WaitMemory | undefined => {
  const memory = wait?.memory;
  if (memory === undefined || !isJsonObject(memory) || typeof memory["since"] !== "number") return undefined;
  return memory as unknown as WaitMemory;
};

/** Returns the last reported progress of a job that has waited. */
export const reachedOf = ({ wait }: Pick<Job, "wait">): number | undefined => {
  const memory = wait?.memory;
  if (memory === undefined || !isJsonObject(memory)) return undefined;
  const { reached } = memory;
  return typeof reached === "number" ? reached : undefined;
};

const timeOf = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
