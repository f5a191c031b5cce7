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
  /** Maximum number of values per field. */
  readonly limit?: number | undefined;
  /** Limits the count to documents that this query finds. */
  readonly query?: string | undefined;
  readonly searchMode?: SearchMode | undefined;
  readonly minScore?: number | undefined;
}

export interface FacetsShape {
  /** Counts the values of fields over the documents that the caller can see, exactly. */
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

      /** Returns the documents of the query's best results, which match the caller's access filter. */
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
        // Not observed: the page that shows the facets runs the same search.
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
