import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { countFacets, type FacetCount, type FacetRequest } from "./count-facets.ts";
import { DocumentSet } from "./document-set.ts";
import { indexedPaths, type ExistingPathsRequest } from "./indexed-paths.ts";
import { listSorted, type SortedList, type SortedListRequest } from "./list-documents.ts";
import { type DocumentMatch, matchDocuments, slices } from "./match-documents.ts";
import { padToPowerOfTwo } from "./write-field-values.ts";

/** Ids per query. */
const IDS_PER_QUERY = 512;

/** Ids of matching documents. The documents themselves are read when they are shown. */
export interface MatchingIds {
  readonly total: number;
  readonly ids: readonly string[];
}

export interface MatchRequest extends DocumentMatch {
  /** Maximum number of ids, oldest documents first. */
  readonly limit: number;
}

/**
 * Queries on a collection's documents that can take seconds. Requests and results are plain data, because they cross
 * threads.
 */
export interface FieldValueQueries {
  readonly listSorted: (request: SortedListRequest) => Promise<SortedList>;
  readonly idsMatching: (request: MatchRequest) => Promise<MatchingIds>;
  readonly countFacets: (request: FacetRequest) => Promise<FacetCount>;
  readonly indexedPaths: (request: ExistingPathsRequest) => Promise<readonly string[]>;
}

export const fieldValueQueries = (kysely: Kysely<Tables>, collectionId: string): FieldValueQueries => ({
  listSorted: (request) => listSorted(kysely, collectionId, request),
  idsMatching: async (request) => {
    const documents = await matchDocuments(kysely, collectionId, request);
    return { total: documents.count, ids: await idsOf(kysely, collectionId, documents, request.limit) };
  },
  countFacets: async (request) => {
    const matching = await matchDocuments(kysely, collectionId, request);
    const documents =
      request.ids === undefined ? matching : matching.and(await setOf(kysely, collectionId, request.ids));
    return countFacets(kysely, collectionId, documents, request);
  },
  indexedPaths: (request) => indexedPaths(kysely, collectionId, request),
});

const idsOf = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  documents: DocumentSet,
  limit: number,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const batch of slices(documents.numbers(), IDS_PER_QUERY)) {
    if (ids.length >= limit) break;
    const rows = await kysely
      .selectFrom("documents")
      // The name is in no index: a covering index would be scanned in full instead.
      .select(["id", "filename"])
      .where("number", "in", padToPowerOfTwo(batch.slice(0, limit - ids.length)))
      .where("collection_id", "=", collectionId)
      .orderBy("number")
      .execute();
    for (const { id } of rows) ids.push(id);
  }
  return ids;
};

const setOf = async (kysely: Kysely<Tables>, collectionId: string, ids: readonly string[]): Promise<DocumentSet> => {
  const numbers: number[] = [];
  for (const batch of slices(ids, IDS_PER_QUERY)) {
    const rows = await kysely
      .selectFrom("documents")
      .select(["number", "collection_id"])
      // Selects by id only: with more conditions, the index of collection and numbers would be scanned in full.
      .where("id", "in", padToPowerOfTwo(batch))
      .execute();
    for (const row of rows) if (row.collection_id === collectionId && row.number !== null) numbers.push(row.number);
  }
  return DocumentSet.of(numbers);
};
