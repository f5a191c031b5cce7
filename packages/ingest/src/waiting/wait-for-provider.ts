import { type ProviderOutage, gaveUp, pausedTooLong } from "@quarry/embedding";
import { isJsonObject, type JsonObject } from "@quarry/plugin/domain";
import { failed, type Job, type JobResult, parked } from "@quarry/jobs";

/** State of a job's wait, kept over parks and restarts. Times are epoch milliseconds. */
export interface WaitMemory {
  /** Since when it has waited, without an answer in between. */
  readonly since: number;
  /** Since when the provider has failed, and not just asked for patience; null when it does the latter. */
  readonly failingSince: number | null;
  /** Progress of the document that was last reported. */
  readonly reached?: number;
}

export interface ProviderWait {
  readonly job: Pick<Job, "wait">;
  readonly embedder: string;
  readonly outage: ProviderOutage;
  /** Whether the provider has answered this job since its last wait: then a new wait begins. */
  readonly hasAdvanced: boolean;
  /** Epoch milliseconds, by the clock of the queue. */
  readonly now: number;
  /** Kept for the job's next attempt. */
  readonly reached?: number | undefined;
  /** Instead of what the provider's pace says, for what nobody looks at every minute. */
  readonly patienceMs?: number;
}

/**
 * Longest park of a job that doesn't itself probe whether the provider is back. It is woken when the provider is, or
 * tries again after this time: the probing job may be gone.
 */
export const LONGEST_PARK_MS = 60_000;

/** The shortest park, so that a provider without a pause of its own isn't asked without end. */
const SHORTEST_PARK_MS = 250;

/** Gives the place of a job back until it makes sense to ask its provider again; fails it when it has waited long enough. */
export const waitForProvider = (wait: ProviderWait): JobResult => {
  const { embedder, outage, now } = wait;
  const { error, pauseMs } = outage;
  const reached = wait.reached === undefined ? {} : { reached: wait.reached };
  const previous = wait.hasAdvanced ? undefined : waitMemoryOf(wait.job);
  if (error === undefined) {
    const reason = `waits for ${embedder}, which has not answered yet`;
    return park(wait, reason, LONGEST_PARK_MS, { until: null, memory: { ...previous, ...reached } });
  }
  // An answer that says when to come back is another thing than a failure, also where its status is 503.
  const isRateLimited = error.reason === "rate_limited" || error.retryAfterSeconds !== undefined;
  const began = now - outage.keptMs;
  // The clock may have been set back.
  const since = Math.min(previous?.since ?? began, now);
  const failingSince = isRateLimited ? null : Math.min(previous?.failingSince ?? began, now);
  const until = endOf(wait, since, failingSince);
  if (isRateLimited && pauseMs > until - since) return failed(pausedTooLong(embedder, error, pauseMs), "provider");
  // Before the end of a pause that it asks for there is no answer to be had.
  if (now >= until || (isRateLimited && now + pauseMs > until)) {
    return failed(gaveUp(embedder, error, now - (failingSince ?? since)), "provider");
  }
  const afterMs = Math.max(pauseMs, outage.isProbed ? LONGEST_PARK_MS : SHORTEST_PARK_MS);
  const reason = `waits for ${embedder}, until ${timeOf(until)} at the latest; it said: ${error.message}`;
  const memory = { since, failingSince, ...reached } satisfies WaitMemory;
  return park(wait, reason, Math.min(afterMs, until - now), { until, memory });
};

/** Both waits have an end of their own, so that a provider that answers now this and now that isn't waited for for ever. */
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
    // A job that has progress of its own can't share its wait with others.
    withFamily: outage.isProbed && rest.memory.reached === undefined,
  });

/** Undefined when it has not waited, or only for a sign. */
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
