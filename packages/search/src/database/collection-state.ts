import { PassageIndexError, noCollection } from "@quarry/index";
import { ANALYZER_VERSION } from "@quarry/text";
import type { Selectable } from "kysely";
import { StoreError, type Tables } from "@quarry/store";

import type { IndexDatabase, Query } from "./index-database.ts";

/** Version of the format in which stores contain terms. Terms of any other version are rebuilt from the texts. */
export const TERMS_VERSION = 8;

/** Row of a collection. Its counters may be changed only in a transaction that has locked the row. */
export interface CollectionState {
  readonly number: number;
  readonly version: number;
  readonly termsVersion: number;
  readonly analyzerVersion: number;
  nextSeq: number;
  nextDocument: number;
  /** Number of passages in the collection, and of all their terms. */
  liveCount: number;
  liveLength: number;
  /** Name of the store that contains the collection's terms; "" if no store has them yet. */
  readonly termStore: string;
  /** While the terms are written to that store: number of the last passage written. Otherwise undefined. */
  readonly termsFilled: number | undefined;
  /** Number of the first passage whose terms were written to the store by the put itself. */
  readonly termsEnd: number;
}

/** Prepares the read of a collection's state, with which every search begins. */
export const prepareReadState = (database: IndexDatabase): ((collectionId: string) => Promise<CollectionState>) => {
  const read = database.prepareRead<StateRow>((kysely, placeholder) =>
    kysely.selectFrom("passage_collections").selectAll().where("collection_id", "=", placeholder(0)),
  );
  return async (collectionId) => {
    const [row] = await read(collectionId);
    if (row === undefined) throw noCollection(collectionId);
    return stateOf(row);
  };
};

/** Reads the state of a collection by its number or id. Returns undefined if it doesn't exist. */
export const readState = async (query: Query, collection: number | string): Promise<CollectionState | undefined> => {
  const row = await query((kysely) =>
    kysely
      .selectFrom("passage_collections")
      .selectAll()
      .where(keyColumn(collection), "=", collection)
      .where("collection_id", "is not", null)
      .executeTakeFirst(),
  );
  return row && stateOf(row);
};

const keyColumn = (collection: number | string) => (typeof collection === "number" ? "number" : "collection_id");

/**
 * Adds to a counter of the collection, which locks it for this transaction: other writers wait. Must precede any read,
 * so that all reads see the state at this moment. Returns that state, or undefined if the collection doesn't exist.
 */
export const addToCounter = async (
  query: Query,
  collection: number | string,
  counter: "version" | "next_seq",
  count: number,
): Promise<CollectionState | undefined> => {
  const { numUpdatedRows } = await query((kysely) =>
    kysely
      .updateTable("passage_collections")
      .set(counter, (expression) => expression(counter, "+", count))
      .where(keyColumn(collection), "=", collection)
      .where("collection_id", "is not", null)
      .executeTakeFirst(),
  );
  return Number(numUpdatedRows) === 0 ? undefined : readState(query, collection);
};

/** Locks the collection for this transaction and increments its version. */
export const lockState = async (query: Query, collection: number | string): Promise<CollectionState> => {
  const state = await addToCounter(query, collection, "version", 1);
  if (state === undefined) throw noCollection(String(collection));
  return state;
};

/** Writes the counters back. */
export const saveState = async (query: Query, state: CollectionState): Promise<void> => {
  await query((kysely) =>
    kysely
      .updateTable("passage_collections")
      .set({
        next_seq: state.nextSeq,
        next_document: state.nextDocument,
        live_count: state.liveCount,
        live_length: state.liveLength,
      })
      .where("number", "=", state.number)
      .execute(),
  );
};

/** Creates the collection with `termStore` as the store of its terms, unless it exists. Returns its number. */
export const ensureCollection = async (query: Query, collectionId: string, termStore: string): Promise<number> => {
  const known = await readNumber(query, collectionId);
  if (known !== undefined) return known;
  try {
    await query((kysely) =>
      kysely.insertInto("passage_collections").values(newCollection(collectionId, termStore)).execute(),
    );
  } catch (error) {
    // Another process created it first.
    if (!isUnique(error)) throw error;
  }
  const made = await readNumber(query, collectionId);
  if (made === undefined) throw noCollection(collectionId);
  return made;
};

const readNumber = async (query: Query, collectionId: string): Promise<number | undefined> => {
  const [row] = await query((kysely) =>
    kysely.selectFrom("passage_collections").select("number").where("collection_id", "=", collectionId).execute(),
  );
  return row && Number(row.number);
};

const newCollection = (collectionId: string, termStore: string) => ({
  collection_id: collectionId,
  version: 0,
  next_seq: 1,
  next_document: 1,
  words_version: TERMS_VERSION,
  analyzer_version: ANALYZER_VERSION,
  live_count: 0,
  live_length: 0,
  words_place: termStore,
  words_filled: null,
  words_end: 0,
  words_since: 0,
});

const isUnique = (error: unknown): boolean =>
  error instanceof PassageIndexError && error.cause instanceof StoreError && error.cause.reason === "unique";

/**
 * Whether the terms have this build's version. Terms of an older build are rebuilt, but never those of a newer build:
 * during a rolling update old and new processes would otherwise rebuild them alternately.
 */
export const isCurrent = ({ termsVersion, analyzerVersion }: CollectionState): boolean => {
  if (termsVersion > TERMS_VERSION || analyzerVersion > ANALYZER_VERSION) {
    const message = "the keyword index was made by a newer version of the service than this one";
    throw new PassageIndexError({ reason: "unavailable", message });
  }
  return termsVersion === TERMS_VERSION && analyzerVersion === ANALYZER_VERSION;
};

type StateRow = Selectable<Tables["passage_collections"]>;

const stateOf = (row: StateRow): CollectionState => ({
  number: Number(row.number),
  version: Number(row.version),
  termsVersion: Number(row.words_version),
  analyzerVersion: Number(row.analyzer_version),
  nextSeq: Number(row.next_seq),
  nextDocument: Number(row.next_document),
  liveCount: Number(row.live_count),
  liveLength: Number(row.live_length),
  termStore: row.words_place,
  termsFilled: row.words_filled === null ? undefined : Number(row.words_filled),
  termsEnd: Number(row.words_end),
});
