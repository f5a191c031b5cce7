import { type DomainError, type Filter, type JsonObject, parseFilter, type SearchMode } from "@quarry/domain";
import type { PluginError } from "@quarry/plugin";
import { type PassageIndexError, type SearchResponse, SearchService } from "@quarry/search";
import type { CollectionRecord, SecretBoxError, StoreError } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { attempt } from "./attempt.ts";
import { CollectionIndex } from "./collection-index.ts";
import { Collections } from "./collections.ts";

/** A query as it comes in; what is left out is the collection's default. */
export interface QueryCollection {
  readonly query: string;
  readonly topK?: number | undefined;
  readonly filters?: JsonObject | undefined;
  readonly minScore?: number | undefined;
  readonly searchMode?: SearchMode | undefined;
  readonly rerank?: boolean | undefined;
  readonly explain?: boolean | undefined;
}

export type QueryFailure = DomainError | StoreError | SecretBoxError | PassageIndexError | PluginError;

export interface QueriesShape {
  /** `not_found` when there is no such collection, `invalid_argument` with the offending path for a bad filter. */
  query(collectionName: string, query: QueryCollection): Effect.Effect<SearchResponse, QueryFailure>;
}

/** Queries with the collections' defaults filled in. */
export class Queries extends Context.Service<Queries, QueriesShape>()("@quarry/catalog/Queries") {
  static readonly layer: Layer.Layer<Queries, never, Collections | CollectionIndex | SearchService> = Layer.effect(
    Queries,
    Effect.gen(function* () {
      const collections = yield* Collections;
      const index = yield* CollectionIndex;
      const search = yield* SearchService;

      const searchIn = Effect.fnUntraced(function* (
        collection: CollectionRecord,
        query: QueryCollection,
        filter: Filter | undefined,
      ) {
        yield* index.ensure(collection);
        return yield* search.search(yield* index.target(collection), {
          query: query.query,
          topK: query.topK ?? collection.defaultTopK,
          filter,
          minScore: query.minScore ?? collection.defaultMinScore,
          mode: query.searchMode ?? collection.defaultSearchMode,
          rerank: query.rerank ?? collection.rerankingEnabled,
          explain: query.explain ?? false,
        });
      });

      const query = Effect.fnUntraced(function* (collectionName: string, given: QueryCollection) {
        const collection = yield* collections.get(collectionName);
        const filter = yield* attempt(() => (given.filters === undefined ? undefined : parseFilter(given.filters)));
        return yield* searchIn(collection, given, filter).pipe(
          // Deleted while it was searched: that is "not found", whatever the index says about its missing file.
          Effect.tapError(() => collections.get(collectionName)),
        );
      });

      return { query };
    }),
  );
}
