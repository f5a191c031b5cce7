import { type DomainError, unavailable } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { Kysely } from "kysely";
import type { DatabaseService } from "../database.ts";
import type { StoreError } from "../store-error.ts";
import type { Tables } from "../tables.ts";
import { countFacet, type Facet } from "./count-facets.ts";
import { DocumentSet } from "./document-set.ts";
import { giveCanonicalForm } from "./give-canonical-form.ts";
import { giveFacts } from "./give-facts.ts";
import { heldPaths, type HeldPathsRequest } from "./held-paths.ts";
import { listSorted, type SortedDocuments, type SortedListRequest } from "./list-documents.ts";
import { type DocumentMatch, matchDocuments, slices } from "./match-documents.ts";
import { filled } from "./write-facts.ts";

/** Ids asked for at a time. */
const IDS_AT_ONCE = 512;

export interface FacetRequest extends DocumentMatch {
  readonly fields: readonly string[];
  /** Values of each field. */
  readonly limit: number;
  /** Only these documents. */
  readonly ids?: readonly string[] | undefined;
}

export interface FacetCount {
  /** Documents that are counted. */
  readonly total: number;
  /** In the order of the fields. */
  readonly facets: readonly Facet[];
}

/** What is asked of a collection's documents by their facts. `unavailable` as long as not all of them have some. */
export interface DocumentMatchesService {
  readonly listSorted: (
    collectionId: string,
    request: SortedListRequest,
  ) => Effect.Effect<SortedDocuments, DomainError | StoreError>;
  /** How many match, and the ids of as many as `limit` of them, those that came first. */
  readonly idsMatching: (
    collectionId: string,
    match: DocumentMatch,
    limit: number,
  ) => Effect.Effect<{ readonly total: number; readonly ids: readonly string[] }, DomainError | StoreError>;
  readonly countFacets: (
    collectionId: string,
    request: FacetRequest,
  ) => Effect.Effect<FacetCount, DomainError | StoreError>;
  /** The `paths` of metadata at which some document has a value; all of them where that isn't known. */
  readonly heldPaths: (
    collectionId: string,
    request: HeldPathsRequest,
  ) => Effect.Effect<readonly string[], DomainError | StoreError>;
  /**
   * Gives facts to documents of a version that had none, a few at a time; several processes may. Gives how many there were.
   */
  readonly giveFacts: Effect.Effect<number, StoreError>;
  /** Brings documents of a version that had no canonical form into it, a few at a time. Gives how many there were. */
  readonly giveCanonicalForm: Effect.Effect<number, StoreError>;
}

export const makeDocumentMatches = (database: DatabaseService): DocumentMatchesService => {
  const ofFacts = <A>(collectionId: string, read: (kysely: Kysely<Tables>) => Promise<A>) =>
    Effect.gen(function* () {
      if (yield* database.read((kysely) => lacksFacts(kysely, collectionId))) return yield* notPrepared;
      return yield* database.read(read);
    });
  return {
    listSorted: (collectionId, request) => ofFacts(collectionId, (kysely) => listSorted(kysely, collectionId, request)),
    idsMatching: (collectionId, match, limit) =>
      ofFacts(collectionId, async (kysely) => {
        const documents = await matchDocuments(kysely, collectionId, match);
        return { total: documents.count, ids: await idsOf(kysely, collectionId, documents, limit) };
      }),
    countFacets: (collectionId, request) =>
      ofFacts(collectionId, async (kysely) => {
        const matching = await matchDocuments(kysely, collectionId, request);
        const documents =
          request.ids === undefined ? matching : matching.and(await setOf(kysely, collectionId, request.ids));
        const facets: Facet[] = [];
        for (const field of request.fields)
          facets.push(await countFacet(kysely, collectionId, field, documents, request.limit));
        return { total: documents.count, facets };
      }),
    heldPaths: (collectionId, request) => ofFacts(collectionId, (kysely) => heldPaths(kysely, collectionId, request)),
    giveFacts: giveFacts(database),
    giveCanonicalForm: giveCanonicalForm(database),
  };
};

/** Documents of before get their facts beside all else, soon after a start. */
const lacksFacts = async (kysely: Kysely<Tables>, collectionId: string): Promise<boolean> => {
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
