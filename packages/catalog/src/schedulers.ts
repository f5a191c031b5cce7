import { type CallerLimits, CallerScheduler } from "@quarry/index";
import { Context } from "effect";

/** Limits of queries. */
export const QUERY_LIMITS: CallerLimits = {
  tasks: "queries",
  // Limit for all callers: more would only use memory and compete for the same resources.
  concurrency: 32,
  // Same as the number of concurrent requests to an embedding provider per key.
  concurrencyPerOwner: 8,
  // A hundred full batches.
  waitingPerOwner: 2_000,
  waiting: 10_000,
};

/**
 * Process-wide scheduler of document queries and of the steps of operations by filter, for all callers. Its concurrency
 * equals the database's threads for these, and one thread stays free of a caller with many requests.
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
