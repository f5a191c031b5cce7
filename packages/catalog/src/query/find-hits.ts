import type { FoundHits } from "@quarry/search";
import { Effect } from "effect";
import { unknownAmong } from "../filter-fields.ts";
import { planQuery } from "../query-plan.ts";
import { refusing } from "../refusing.ts";
import { isSameIndex, prepareAgain, type PreparedQuery } from "./prepared-query.ts";
import type { QueryFailure } from "./query-request.ts";
import type { QueryServices } from "./query-services.ts";

/** A query with its hits. */
export interface FoundQuery {
  readonly prepared: PreparedQuery;
  readonly hits: FoundHits;
  readonly unknownFields: readonly string[];
  readonly started: number;
}

/**
 * Maximum age of the collection record that a query uses, including the wait for the scheduler. The record also states
 * whether the index is being rebuilt, which another caller can start at any moment.
 */
const FRESH_MS = 10;

/**
 * Finds the hits when the scheduler admits the query. Reports a collection deleted meanwhile as "not found", whatever
 * error its missing file causes. If the collection switched to another index and the previous one was dropped, searches
 * the new one.
 */
export const findHits = (services: QueryServices, prepared: PreparedQuery): Effect.Effect<FoundQuery, QueryFailure> =>
  services.scheduler.run(findFresh(services, prepared)).pipe(
    Effect.catch(
      Effect.fnUntraced(function* (error: QueryFailure) {
        const now = yield* prepareAgain(services, prepared);
        return yield* isSameIndex(prepared.collection, now.collection)
          ? Effect.fail(error)
          : services.scheduler.run(findFresh(services, now));
      }),
    ),
  );

const findFresh = (services: QueryServices, prepared: PreparedQuery): Effect.Effect<FoundQuery, QueryFailure> =>
  Effect.suspend(() =>
    performance.now() - prepared.readAt <= FRESH_MS
      ? findIn(services, prepared)
      : Effect.flatMap(prepareAgain(services, prepared), (now) => findIn(services, now)),
  );

const findIn = Effect.fnUntraced(function* (
  { index, passages, search }: QueryServices,
  prepared: PreparedQuery,
): Effect.fn.Return<FoundQuery, QueryFailure> {
  const { collection, query, filter, fields, requestPath, embedding } = prepared;
  const started = performance.now();
  const { mode, vector, rerank } = yield* refusing(() => planQuery(collection, query, requestPath));
  const needsVectors = mode !== "keyword" || query.withVectors === true;
  // Keyword search works even if the vectors are damaged.
  yield* index.ensureSearched(collection, needsVectors);
  const target = index.target(collection);
  const embedQuery = embedding === undefined ? target.embedQuery : () => embedding;
  const finding = search.find<QueryFailure>(
    { ...target, embedQuery },
    {
      ...query,
      topK: query.topK ?? collection.defaultTopK,
      filter,
      minScore: query.minScore ?? collection.defaultMinScore ?? undefined,
      mode,
      vector,
      rerank,
      explain: query.explain ?? false,
    },
  );
  const [hits, unknownFields] = yield* Effect.all([finding, unknownAmong(passages, collection.id, fields)], {
    concurrency: "unbounded",
  });
  return { prepared, hits, unknownFields, started };
});
