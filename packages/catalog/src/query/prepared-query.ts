import { boundedFilter } from "@quarry/index";
import { DomainError, type Filter, parseFilter } from "@quarry/plugin/domain";
import type { SearchedCollection } from "@quarry/store";
import { Effect, Fiber } from "effect";
import { callersAccessFilter } from "../access-filter/within-access-filter.ts";
import { fieldsAsked } from "../filter-fields.ts";
import { planQuery } from "../query-plan.ts";
import { refusing } from "../refusing.ts";
import type { QueryCollection, QueryFailure } from "./query-request.ts";
import type { QueryServices } from "./query-services.ts";

/** A collection, and when it was read by `performance.now()`. */
export interface ReadCollection {
  readonly collection: SearchedCollection;
  readonly readAt: number;
}

/** A query that is known to be possible. */
export interface PreparedQuery extends ReadCollection {
  /** Prefix of its fields in messages, as they stand in the request. */
  readonly requestPath: string;
  readonly query: QueryCollection;
  /** The filter of the caller, within its access filter. */
  readonly filter: Filter | undefined;
  /** Fields of the caller's own filter. */
  readonly fields: readonly string[];
  /** The query's vector where it is made already, or is being made. Default: it is made when the query runs. */
  readonly embedding?: Effect.Effect<Float32Array | undefined, QueryFailure> | undefined;
}

export const readCollection = (
  { collections }: QueryServices,
  name: string,
): Effect.Effect<ReadCollection, QueryFailure> =>
  Effect.suspend(() => {
    const readAt = performance.now();
    return Effect.map(collections.getSearched(name), (collection) => ({ collection, readAt }));
  });

/** The query on its collection as that is now. A vector that was made for another index is of no use. */
export const prepareAgain = (
  services: QueryServices,
  prepared: PreparedQuery,
): Effect.Effect<PreparedQuery, QueryFailure> =>
  Effect.map(readCollection(services, prepared.collection.name), (now) => ({
    ...prepared,
    ...now,
    ...(!isSameIndex(prepared.collection, now.collection) && { embedding: undefined }),
  }));

/** `known` has the collections that the request named before: each is looked up once. */
export const prepareQuery = Effect.fnUntraced(function* (
  services: QueryServices,
  collectionName: string,
  query: QueryCollection,
  requestPath: string,
  known = new Map<string, ReadCollection>(),
): Effect.fn.Return<PreparedQuery, QueryFailure> {
  const found = known.get(collectionName) ?? (yield* readCollection(services, collectionName));
  known.set(collectionName, found);
  yield* refusing(() => planQuery(found.collection, query, requestPath));
  return { ...found, query, requestPath, ...(yield* readFilter(query, `${requestPath}filters`)) };
});

/**
 * Begins to embed a query of a batch before it runs: texts that are asked for in the same moment go to a provider in one call.
 * An embedder that weighs words computes in this process, and may do so when the query runs.
 */
export const beginEmbedding = Effect.fnUntraced(function* (
  { index }: QueryServices,
  prepared: PreparedQuery,
): Effect.fn.Return<PreparedQuery, DomainError> {
  const { collection, query, requestPath } = prepared;
  const target = index.target(collection);
  const { mode, vector } = yield* refusing(() => planQuery(collection, query, requestPath));
  if (mode === "keyword" || vector !== undefined || target.weighsTerms) return prepared;
  const made = yield* Effect.forkChild(target.embedQuery(query.query), { startImmediately: true });
  return { ...prepared, embedding: Fiber.join(made) };
});

/** The filter of a query within the caller's access filter, and the fields that it names. */
export const readFilter = (
  { filters }: QueryCollection,
  at: string,
): Effect.Effect<Pick<PreparedQuery, "filter" | "fields">, DomainError> =>
  Effect.flatMap(callersAccessFilter, (accessFilter) =>
    refusing(() => {
      const queryFilter = filters === undefined ? undefined : parseFilter(filters, at);
      return { filter: boundedFilter(accessFilter, queryFilter), fields: fieldsAsked(queryFilter) };
    }),
  );

export const isSameIndex = (before: SearchedCollection, now: SearchedCollection): boolean =>
  before.id === now.id && before.indexNumber === now.indexNumber;
