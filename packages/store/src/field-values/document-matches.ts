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
  /** Of the last one, where others follow. */
  readonly next: SortedPosition | undefined;
}

/** Queries over a collection's documents by their indexed field values. `unavailable` until all of them are indexed. */
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
  /** The `paths` of metadata at which some document has a value; all of them where that isn't known. */
  readonly heldPaths: (
    collectionId: string,
    request: ExistingPathsRequest,
  ) => Effect.Effect<readonly string[], DomainError | StoreError>;
  /**
   * Gives field values to documents of a version that had none, a few at a time; several processes may. Gives how many there were.
   */
  readonly indexFieldValues: Effect.Effect<number, StoreError>;
  /** Brings documents of a version that had no canonical form into it, a few at a time. Gives how many there were. */
  readonly giveCanonicalForm: Effect.Effect<number, StoreError>;
}

export const makeDocumentMatches = (database: DatabaseService): DocumentMatchesService => {
  const ask = Effect.fnUntraced(function* <Name extends keyof FieldValueQueries>(
    collectionId: string,
    name: Name,
    request: Parameters<FieldValueQueries[Name]>[0],
  ) {
    if (yield* database.read((kysely) => lacksFieldValues(kysely, collectionId))) return yield* notPrepared;
    return yield* database.queryFieldValues(collectionId, name, request);
  });
  return {
    listSorted: Effect.fnUntraced(function* (collectionId, request) {
      const { ids, total, next } = yield* ask(collectionId, "listSorted", request);
      // It may have changed in between.
      const rows = yield* readByIds(database, ids, rowMatcher(request));
      return { items: rows.map(documentFromRow), total, next };
    }),
    idsMatching: (collectionId, match, limit) => ask(collectionId, "idsMatching", { ...match, limit }),
    countFacets: (collectionId, request) => ask(collectionId, "countFacets", request),
    heldPaths: (collectionId, request) => ask(collectionId, "heldPaths", request),
    indexFieldValues: indexFieldValues(database),
    giveCanonicalForm: giveCanonicalForm(database),
  };
};

/** Documents of before get their field values beside all else, soon after a start. */
const lacksFieldValues = async (kysely: Kysely<Tables>, collectionId: string): Promise<boolean> => {
  const lacking = await kysely
    .selectFrom("documents")
    // Nothing that is not in the index of numbers: others would be read from end to end in its place.
    .select("number")
    .where("number", "is", null)
    .where("collection_id", "=", collectionId)
    .limit(1)
    .executeTakeFirst();
  return lacking !== undefined;
};

const notPrepared = unavailable(
  "the collection's documents, of a former version, are being prepared for filters on documents; try again soon",
  10,
);
