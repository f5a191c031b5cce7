import { Context } from "effect";

/** One answered query on one collection; a multi-collection query counts as one per collection. */
export interface ObservedQuery {
  readonly collectionId: string;
  readonly query: string;
  /** Name of the key. */
  readonly caller: string;
  /** Latency within the service. */
  readonly latencyMs: number;
  /** Scores of the results, best first. */
  readonly scores: readonly number[];
}

/** Called synchronously for every answered query: must cost almost nothing and never throw. */
export const QueryObserver = Context.Reference<{ observe(query: ObservedQuery): void }>(
  "@quarry/catalog/QueryObserver",
  { defaultValue: () => ({ observe: () => undefined }) },
);

/** Whether the queries of the running effect are observed: false for internal queries. */
export const IsObserved = Context.Reference<boolean>("@quarry/catalog/IsObserved", { defaultValue: () => true });
