import { Context } from "effect";

/** One answered query on one collection; a multi-collection query is one per collection. */
export interface ObservedQuery {
  readonly collectionId: string;
  readonly query: string;
  /** Name of the key. */
  readonly caller: string;
  /** Inside the service. */
  readonly latencyMs: number;
  /** Of the results, best first. */
  readonly scores: readonly number[];
}

/** Told of every query that was answered, on its way: it must cost next to nothing and never throw. */
export const QueryObserver = Context.Reference<{ observe(query: ObservedQuery): void }>(
  "@quarry/catalog/QueryObserver",
  { defaultValue: () => ({ observe: () => undefined }) },
);

/** Whether the queries of the running effect are observed: false for those that nobody asked as a query. */
export const IsObserved = Context.Reference<boolean>("@quarry/catalog/IsObserved", { defaultValue: () => true });
