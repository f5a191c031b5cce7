import { isPassageField } from "@quarry/index";
import { type DomainError, invalidArgument, type JsonObject, limits, type SearchMode } from "@quarry/plugin/domain";

import { DocumentRepository, type FacetCount, type StoreError } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { Collections } from "../collections.ts";
import { Queries } from "../queries.ts";
import type { QueryFailure } from "../query/query-request.ts";
import { IsObserved } from "../query-observer.ts";
import { documentFilter } from "./document-filter.ts";
import { FilterScheduler } from "../schedulers.ts";

/** Fields to count, and the documents to count them over. */
export interface FacetQuery {
  readonly fields: readonly string[];
  readonly filters?: JsonObject | undefined;
  /** Values of each field. */
  readonly limit?: number | undefined;
  /** Only documents that it finds. */
  readonly query?: string | undefined;
  readonly searchMode?: SearchMode | undefined;
  readonly minScore?: number | undefined;
}

export interface FacetsShape {
  /** Counts the values of fields over documents, exactly, as far as the caller may see these. */
  count(collectionName: string, query: FacetQuery): Effect.Effect<FacetCount, DomainError | StoreError | QueryFailure>;
}

const DEFAULT_VALUES = 10;

/** Facets: counts of the values in metadata fields of a collection's documents. */
export class Facets extends Context.Service<Facets, FacetsShape>()("@quarry/catalog/Facets") {
  static readonly layer: Layer.Layer<Facets, never, Collections | DocumentRepository | Queries> = Layer.effect(
    Facets,
    Effect.gen(function* () {
      const collections = yield* Collections;
      const repository = yield* DocumentRepository;
      const queries = yield* Queries;

      /** The documents of its best results, which are within the caller's access filter. */
      const found = Effect.fnUntraced(function* (collectionName: string, query: FacetQuery) {
        if (query.query === undefined) return undefined;
        const search = queries.query(collectionName, {
          query: query.query,
          filters: query.filters,
          searchMode: query.searchMode,
          minScore: query.minScore,
          topK: limits.MAX_TOP_K,
          rerank: false,
          without: { text: true, metadata: true },
        });
        // It is the same search that the page with the facets shows, or will show.
        const { results } = yield* Effect.provideService(search, IsObserved, false);
        return [...new Set(results.flatMap(({ documentId }) => (documentId === "" ? [] : [documentId])))];
      });

      const count = Effect.fn("Facets.count")(function* (collectionName: string, query: FacetQuery) {
        const { id } = yield* collections.get(collectionName);
        const at = query.fields.findIndex(isPassageField);
        if (at >= 0) return yield* notOfDocuments(at, query.fields[at]!);
        const filter = yield* documentFilter(query.filters);
        const ids = yield* found(collectionName, query);
        const { fields, limit = DEFAULT_VALUES } = query;
        return yield* (yield* FilterScheduler).admit(repository.countFacets(id, { fields, limit, filter, ids }));
      });

      return { count };
    }),
  );
}

const notOfDocuments = (at: number, field: string): DomainError =>
  invalidArgument(`fields[${at}]: ${field} differs between the chunks of a document, and facets count documents`);
