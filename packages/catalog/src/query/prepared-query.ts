import { boundedFilter } from "@quarry/index";
import { DomainError, type Filter, parseFilter } from "@quarry/plugin/domain";
import type { SearchedCollection } from "@quarry/store";
import { Effect, Fiber } from "effect";
import { callersAccessFilter } from "../access-filter/within-access-filter.ts";
import { filteredFields } from "../filter-fields.ts";
import { planQuery } from "../query-plan.ts";
import { refusing } from "../refusing.ts";
import type { QueryCollection, QueryFailure } from "./query-request.ts";
import type { QueryServices } from "./query-services.ts";

/** A collection, and the `performance.now()` time at which it was read. */
export interface ReadCollection {
  readonly collection: SearchedCollection;
  readonly readAt: number;
}

/** A validated query. */
export interface PreparedQuery extends ReadCollection {
  /** Prefix of the query's fields in messages: its path in the request. */
  readonly requestPath: string;
  readonly query: QueryCollection;
  /** The caller's filter, restricted by its access filter. */
  readonly filter: Filter | undefined;
  /** Fields that the caller's own filter uses. */
  readonly fields: readonly string[];
  /** The query's vector if its embedding has already started. Default: it is embedded when the query runs. */
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

/** Prepares the query for the current state of its collection. Discards a vector made for another index. */
export const prepareAgain = (
  services: QueryServices,
  prepared: PreparedQuery,
): Effect.Effect<PreparedQuery, QueryFailure> =>
  Effect.map(readCollection(services, prepared.collection.name), (now) => ({
    ...prepared,
    ...now,
    ...(!isSameIndex(prepared.collection, now.collection) && { embedding: undefined }),
  }));

/** Prepares a query. `known` caches the collections that the request already named, so that each is looked up once. */
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
 * Starts to embed a query of a batch before it runs, so that concurrent texts are sent to a provider in one call. An
 * embedder that weights terms runs in this process, and can do so when the query runs.
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

/** Returns the filter of a query restricted by the caller's access filter, and the fields that it names. */
export const readFilter = (
  { filters }: QueryCollection,
  at: string,
): Effect.Effect<Pick<PreparedQuery, "filter" | "fields">, DomainError> =>
  Effect.flatMap(callersAccessFilter, (accessFilter) =>
    refusing(() => {
      const queryFilter = filters === undefined ? undefined : parseFilter(filters, at);
      return { filter: boundedFilter(accessFilter, queryFilter), fields: filteredFields(queryFilter) };
    }),
  );

export const isSameIndex = (before: SearchedCollection, now: SearchedCollection): boolean =>
  before.id === now.id && before.indexNumber === now.indexNumber;
