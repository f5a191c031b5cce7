import { ANALYZER_VERSION } from "@quarry/plugin/text";
import type { Selectable } from "kysely";
import { StoreError, type Tables } from "@quarry/store";
import { noCollection } from "../collection-id.ts";
import { PassageIndexError } from "../passage-index-error.ts";
import type { IndexDatabase, Query } from "./index-database.ts";
import { DATABASE_POSTINGS_VERSION } from "./segment-status.ts";

/** A collection's row. In a transaction that has locked it the counters may be taken from. */
export interface CollectionState {
  readonly number: number;
  readonly version: number;
  readonly postingsVersion: number;
  readonly analyzerVersion: number;
  nextSeq: number;
  nextDocument: number;
  nextSegment: number;
}

/** Gives the reading of a collection's state, which every search begins with. */
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

/**
 * Takes the collection for this transaction and counts its version up: whoever else writes to it waits. Before anything
 * is read, so that what is read is of this moment.
 */
export const lockState = async (query: Query, collection: number | string): Promise<CollectionState> => {
  const column = typeof collection === "number" ? "number" : "collection_id";
  const locked = await query((kysely) =>
    kysely
      .updateTable("passage_collections")
      .set((expression) => ({ version: expression("version", "+", 1) }))
      .where(column, "=", collection)
      .where("collection_id", "is not", null)
      .executeTakeFirst(),
  );
  if (Number(locked.numUpdatedRows) === 0) throw noCollection(String(collection));
  const row = await query((kysely) =>
    kysely.selectFrom("passage_collections").selectAll().where(column, "=", collection).executeTakeFirstOrThrow(),
  );
  return stateOf(row);
};

/** Writes the counters back, and that this build made the postings. */
export const saveState = async (query: Query, state: CollectionState): Promise<void> => {
  await query((kysely) =>
    kysely
      .updateTable("passage_collections")
      .set({
        next_seq: state.nextSeq,
        next_document: state.nextDocument,
        next_segment: state.nextSegment,
        postings_version: DATABASE_POSTINGS_VERSION,
        analyzer_version: ANALYZER_VERSION,
      })
      .where("number", "=", state.number)
      .execute(),
  );
};

/** Makes the collection; does nothing if it is there. */
export const ensureCollection = async (query: Query, collectionId: string): Promise<void> => {
  const known = await query((kysely) =>
    kysely.selectFrom("passage_collections").select("number").where("collection_id", "=", collectionId).execute(),
  );
  if (known.length > 0) return;
  try {
    await query((kysely) => kysely.insertInto("passage_collections").values(newCollection(collectionId)).execute());
  } catch (error) {
    // Another process was faster.
    if (!isUnique(error)) throw error;
  }
};

const newCollection = (collectionId: string) => ({
  collection_id: collectionId,
  version: 0,
  next_seq: 1,
  next_document: 1,
  next_segment: 1,
  postings_version: DATABASE_POSTINGS_VERSION,
  analyzer_version: ANALYZER_VERSION,
});

const isUnique = (error: unknown): boolean =>
  error instanceof PassageIndexError && error.cause instanceof StoreError && error.cause.reason === "unique";

/**
 * Whether this build made the postings. Another build's are rebuilt, but never a newer one's: during a rolling update
 * old and new processes would rebuild them in turns.
 */
export const isCurrent = ({ postingsVersion, analyzerVersion }: CollectionState): boolean => {
  if (postingsVersion > DATABASE_POSTINGS_VERSION || analyzerVersion > ANALYZER_VERSION) {
    const message = "the keyword index was made by a newer version of the service than this one";
    throw new PassageIndexError({ reason: "unavailable", message });
  }
  return postingsVersion === DATABASE_POSTINGS_VERSION && analyzerVersion === ANALYZER_VERSION;
};

type StateRow = Selectable<Tables["passage_collections"]>;

const stateOf = (row: StateRow): CollectionState => ({
  number: Number(row.number),
  version: Number(row.version),
  postingsVersion: Number(row.postings_version),
  analyzerVersion: Number(row.analyzer_version),
  nextSeq: Number(row.next_seq),
  nextDocument: Number(row.next_document),
  nextSegment: Number(row.next_segment),
});
