import { type CallerLimits, CallerScheduler } from "@quarry/index";
import { Context } from "effect";

/** Limits of queries. */
export const QUERY_LIMITS: CallerLimits = {
  tasks: "queries",
  // Of all callers: more would only hold memory, and wait for each other in the middle.
  concurrency: 32,
  // As many as a provider of vectors is asked at once with one key.
  concurrencyPerOwner: 8,
  // A hundred full batches.
  waitingPerOwner: 2_000,
  waiting: 10_000,
};

/**
 * Scheduler of questions about documents, and of the parts of work by filter: one of the process, whatever asks. The database
 * has as many threads for them, and one stays free of a caller that asks for much.
 */
export const FilterScheduler = Context.Reference<CallerScheduler>("@quarry/catalog/FilterScheduler", {
  defaultValue: () =>
    new CallerScheduler({
      tasks: "questions about documents",
      concurrency: 2,
      concurrencyPerOwner: 1,
      waitingPerOwner: 500,
      waiting: 5_000,
    }),
});
