import { type DomainError, unavailable } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { Kysely } from "kysely";
import type { DatabaseService } from "../database.ts";
import { type DocumentRecord, documentFromRow } from "../document.ts";
import { readByIds } from "../document-rows.ts";
import type { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import type { FacetCount, FacetRequest } from "./count-facets.ts";
import type { FieldValueQueries, MatchingIds } from "./field-value-queries.ts";
import { giveCanonicalForm } from "./convert-to-canonical.ts";
import { indexFieldValues } from "./index-field-values.ts";
import type { ExistingPathsRequest } from "./indexed-paths.ts";
import type { SortedListRequest, SortedPosition } from "./list-documents.ts";
import { type DocumentMatch, rowMatcher } from "./match-documents.ts";

export interface SortedDocuments {
  readonly items: readonly DocumentRecord[];
  readonly total: number;
  /** Position of the last item. Undefined on the last page. */
  readonly next: SortedPosition | undefined;
}

/**
 * Queries over a collection's documents by their indexed field values. Fails with `unavailable` until all of them are
 * indexed.
 */
export interface DocumentMatchesService {
  readonly listSorted: (
    collectionId: string,
    request: SortedListRequest,
  ) => Effect.Effect<SortedDocuments, DomainError | StoreError>;
  /** Returns the number of matching documents, and the ids of the `limit` oldest ones. */
  readonly idsMatching: (
    collectionId: string,
    match: DocumentMatch,
    limit: number,
  ) => Effect.Effect<MatchingIds, DomainError | StoreError>;
  readonly countFacets: (
    collectionId: string,
    request: FacetRequest,
  ) => Effect.Effect<FacetCount, DomainError | StoreError>;
  /** Returns those `paths` of metadata at which some document has a value, or all of them if that is unknown. */
  readonly indexedPaths: (
    collectionId: string,
    request: ExistingPathsRequest,
  ) => Effect.Effect<readonly string[], DomainError | StoreError>;
  /**
   * Indexes field values of documents from a version without them, a few at a time. Several processes can run it
   * concurrently. Returns the number of documents.
   */
  readonly indexFieldValues: Effect.Effect<number, StoreError>;
  /** Converts documents from a version without canonical form, a few at a time. Returns the number of documents. */
  readonly giveCanonicalForm: Effect.Effect<number, StoreError>;
}

export const makeDocumentMatches = (database: DatabaseService): DocumentMatchesService => {
  const queryWhenNumbered = Effect.fnUntraced(function* <Name extends keyof FieldValueQueries>(
    collectionId: string,
    name: Name,
    request: Parameters<FieldValueQueries[Name]>[0],
  ) {
    if (yield* database.read((kysely) => hasUnnumberedDocuments(kysely, collectionId))) return yield* notReady;
    return yield* database.queryFieldValues(collectionId, name, request);
  });
  return {
    listSorted: Effect.fnUntraced(function* (collectionId, request) {
      const { ids, total, next } = yield* queryWhenNumbered(collectionId, "listSorted", request);
      // Rechecked: a document may have changed since the ids were read.
      const rows = yield* readByIds(database, ids, rowMatcher(request));
      return { items: rows.map(documentFromRow), total, next };
    }),
    idsMatching: (collectionId, match, limit) => queryWhenNumbered(collectionId, "idsMatching", { ...match, limit }),
    countFacets: (collectionId, request) => queryWhenNumbered(collectionId, "countFacets", request),
    indexedPaths: (collectionId, request) => queryWhenNumbered(collectionId, "indexedPaths", request),
    indexFieldValues: indexFieldValues(database),
    giveCanonicalForm: giveCanonicalForm(database),
  };
};

/**
 * Whether documents of an older version still lack field values, which are indexed in the background soon after a
 * start.
 */
const hasUnnumberedDocuments = async (kysely: Kysely<Tables>, collectionId: string): Promise<boolean> => {
  const unnumbered = await kysely
    .selectFrom("documents")
    // Selects only a column of the index on numbers; with others the database would scan another index in full.
    .select("number")
    .where("number", "is", null)
    .where("collection_id", "=", collectionId)
    .limit(1)
    .executeTakeFirst();
  return unnumbered !== undefined;
};

const notReady = unavailable(
  "the collection's documents, from a previous version, are being indexed for filters on documents; try again soon",
  10,
);
