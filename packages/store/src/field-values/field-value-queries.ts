import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { countFacets, type FacetCount, type FacetRequest } from "./count-facets.ts";
import { DocumentSet } from "./document-set.ts";
import { heldPaths, type ExistingPathsRequest } from "./indexed-paths.ts";
import { listSorted, type SortedList, type SortedListRequest } from "./list-documents.ts";
import { type DocumentMatch, matchDocuments, slices } from "./match-documents.ts";
import { filled } from "./write-field-values.ts";

/** Ids asked for at a time. */
const IDS_AT_ONCE = 512;

/** A document's place in an answer: read from the database when it is shown. */
export interface MatchingIds {
  readonly total: number;
  readonly ids: readonly string[];
}

export interface MatchRequest extends DocumentMatch {
  /** Most ids, those that came first. */
  readonly limit: number;
}

/** Questions about a collection's documents that may take seconds. Requests and answers are plain data: they cross threads. */
export interface FieldValueQueries {
  readonly listSorted: (request: SortedListRequest) => Promise<SortedList>;
  readonly idsMatching: (request: MatchRequest) => Promise<MatchingIds>;
  readonly countFacets: (request: FacetRequest) => Promise<FacetCount>;
  readonly heldPaths: (request: ExistingPathsRequest) => Promise<readonly string[]>;
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
  heldPaths: (request) => heldPaths(kysely, collectionId, request),
});

const idsOf = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  documents: DocumentSet,
  limit: number,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const some of slices(documents.numbers(), IDS_AT_ONCE)) {
    if (ids.length >= limit) break;
    const rows = await kysely
      .selectFrom("documents")
      // The name is in no index: one with all that is asked for would be read from end to end.
      .select(["id", "filename"])
      .where("number", "in", filled(some.slice(0, limit - ids.length)))
      .where("collection_id", "=", collectionId)
      .orderBy("number")
      .execute();
    for (const { id } of rows) ids.push(id);
  }
  return ids;
};

const setOf = async (kysely: Kysely<Tables>, collectionId: string, ids: readonly string[]): Promise<DocumentSet> => {
  const numbers: number[] = [];
  for (const some of slices(ids, IDS_AT_ONCE)) {
    const rows = await kysely
      .selectFrom("documents")
      .select(["number", "collection_id"])
      // By their ids alone: an index that has the collection and the numbers would be read from end to end.
      .where("id", "in", filled(some))
      .execute();
    for (const row of rows) if (row.collection_id === collectionId && row.number !== null) numbers.push(row.number);
  }
  return DocumentSet.of(numbers);
};
