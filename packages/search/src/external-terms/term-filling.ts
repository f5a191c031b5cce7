import { type IndexedPassage, type Passage, joinMetadata } from "@quarry/index";
import type { NotNull } from "kysely";
import { ANALYZER_VERSION } from "@quarry/text";

import { decodeText } from "../database/bytes.ts";
import { type CollectionState, lockState, readState, saveState, TERMS_VERSION } from "../database/collection-state.ts";
import type { IndexDatabase, Query } from "../database/index-database.ts";
import { inBatches } from "../database/insert-rows.ts";

import type { AnalysedPassages } from "./analyse-passages.ts";
import { notePrevious } from "./previous-terms.ts";
import { recordsOf } from "./term-records.ts";
import type { ExternalTermStore } from "./external-term-store.ts";

/** Passages written at once: bounds memory, and the work repeated after a crash. */
const PASSAGES_PER_STEP = 512;
/** Lease: another process continues after this time without a heartbeat. */
const LEASE_MS = 30_000;

export interface TermFillingOptions {
  readonly database: IndexDatabase;
  readonly store: ExternalTermStore;
  readonly analyse: (passages: readonly IndexedPassage[]) => Promise<AnalysedPassages>;
  readonly isClosed: () => boolean;
}

/** Records that the store lacks the terms of the existing passages. Passages put from now on write their own terms. */
export const beginFilling = async (database: IndexDatabase, collection: number, store: string): Promise<void> => {
  await database.transaction(async (query) => {
    const { nextSeq, termStore } = await lockState(query, collection);
    await notePrevious(query, collection, termStore, store);
    await query((kysely) =>
      kysely
        .updateTable("passage_collections")
        .set({
          words_place: store,
          words_filled: 0,
          words_end: nextSeq,
          words_since: 0,
          words_version: TERMS_VERSION,
          analyzer_version: ANALYZER_VERSION,
        })
        .where("number", "=", collection)
        .execute(),
    );
  });
};

/**
 * Writes a collection's terms from the texts to the store, and resumes at the point that a previous process reached.
 */
export const fillTerms = async (options: TermFillingOptions, collection: number): Promise<void> => {
  const { database, store, isClosed } = options;
  if (!(await claim(database, collection))) return;
  try {
    await store.ensure(collection);
    while (!isClosed() && (await fillStep(options, collection)));
  } finally {
    await database.run((kysely) =>
      kysely.updateTable("passage_collections").set({ words_since: 0 }).where("number", "=", collection).execute(),
    );
  }
};

/** Claims the work. Returns false if another process is at work on it, or if it is done. */
const claim = async (database: IndexDatabase, collection: number): Promise<boolean> => {
  const now = await database.now();
  const { numUpdatedRows } = await database.run((kysely) =>
    kysely
      .updateTable("passage_collections")
      .set({ words_since: now })
      .where("number", "=", collection)
      .where("collection_id", "is not", null)
      .where("words_filled", "is not", null)
      .where("words_since", "<", now - LEASE_MS)
      .executeTakeFirst(),
  );
  return Number(numUpdatedRows) > 0;
};

/** Writes the next batch. Returns false if nothing is left to write. */
const fillStep = async ({ database, store, analyse }: TermFillingOptions, collection: number): Promise<boolean> => {
  const state = await readState(database.read, collection);
  if (state?.termsFilled === undefined) return false;
  const passages = await readAfter(database.read, state);
  const analysed = await analyse(passages);
  const seqs = passages.map(({ seq }) => seq);
  const ids = passages.map(({ id }) => id);
  await store.put(
    collection,
    recordsOf(
      seqs,
      ids,
      passages.map(({ metadata }) => metadata),
      analysed,
    ),
  );
  const gone = await conclude(database, state, passages, analysed);
  if (gone.length > 0) await store.remove(collection, gone);
  return passages.length > 0;
};

interface StoredText extends IndexedPassage, Pick<Passage, "id"> {
  readonly seq: number;
  readonly length: number;
}

const readAfter = async (query: Query, { number, termsFilled, termsEnd }: CollectionState): Promise<StoredText[]> => {
  const rows = await query((kysely) =>
    kysely
      .selectFrom("passages as p")
      // A left join: an inner join may begin with the documents, and each page would read all of their passages.
      .leftJoin("passage_documents as d", (join) =>
        join.onRef("d.collection", "=", "p.collection").onRef("d.number", "=", "p.document"),
      )
      .select([
        "p.seq",
        "p.id",
        "p.context",
        "p.text",
        "p.boxes",
        "p.length",
        "p.metadata as own",
        "d.metadata as shared",
        "d.document_id",
      ])
      .where("p.collection", "=", number)
      .where("p.seq", ">", termsFilled!)
      .where("p.seq", "<", termsEnd)
      .orderBy("p.seq")
      .limit(PASSAGES_PER_STEP)
      .$narrowType<{ shared: NotNull; document_id: NotNull }>()
      .execute(),
  );
  return rows.map((row) => ({
    seq: Number(row.seq),
    id: decodeText(row.id),
    documentId: decodeText(row.document_id),
    text: row.text,
    contextText: row.context,
    layout: row.boxes ?? "",
    length: Number(row.length),
    metadata: joinMetadata(row.shared, row.own),
  }));
};

/**
 * Records the progress, and the lengths if another analyzer version computed the stored ones. Returns the passages that
 * were removed meanwhile.
 */
const conclude = async (
  database: IndexDatabase,
  { number, termsFilled, termsEnd }: CollectionState,
  passages: readonly StoredText[],
  { lengths }: AnalysedPassages,
): Promise<readonly number[]> => {
  const now = await database.now();
  return database.transaction(async (query) => {
    const state = await lockState(query, number);
    // Another process started the work again.
    if (state.termsFilled !== termsFilled || state.termsEnd !== termsEnd) return [];
    const living = await readLiving(query, number, passages);
    for (const [index, { seq, length }] of passages.entries()) {
      if (length === lengths[index] || !living.has(seq)) continue;
      state.liveLength += lengths[index]! - length;
      await query((kysely) =>
        kysely
          .updateTable("passages")
          .set({ length: lengths[index]! })
          .where("collection", "=", number)
          .where("seq", "=", seq)
          .execute(),
      );
    }
    await saveState(query, state);
    const last = passages.at(-1)?.seq ?? null;
    await query((kysely) =>
      kysely
        .updateTable("passage_collections")
        .set({ words_filled: last, words_since: now })
        .where("number", "=", number)
        .execute(),
    );
    return passages.flatMap(({ seq }) => (living.has(seq) ? [] : [seq]));
  });
};

const readLiving = async (
  query: Query,
  collection: number,
  passages: readonly StoredText[],
): Promise<ReadonlySet<number>> => {
  const living = new Set<number>();
  for (const part of inBatches(passages.map(({ seq }) => seq))) {
    const rows = await query((kysely) =>
      kysely
        .selectFrom("passages")
        .select("seq")
        .where("collection", "=", collection)
        .where("seq", "in", part)
        .execute(),
    );
    for (const { seq } of rows) living.add(Number(seq));
  }
  return living;
};

/**
 * Reads a page of the collections and whether all their terms are in the store. For collections with terms in another
 * store or version it records that writing begins.
 */
export const readFilled = async (
  database: IndexDatabase,
  store: string,
  from: number,
  limit: number,
): Promise<readonly { readonly collection: number; readonly isFilled: boolean }[]> => {
  const rows = await database.read((kysely) =>
    kysely
      .selectFrom("passage_collections")
      .select(["number", "collection_id", "words_place", "words_filled"])
      .where("number", ">=", from)
      .orderBy("number")
      .limit(limit)
      .execute(),
  );
  const found = rows.map(({ number, collection_id, words_place, words_filled }) => {
    const isElsewhere = collection_id !== null && words_place !== store;
    return { collection: Number(number), isElsewhere, isFilled: collection_id === null || words_filled === null };
  });
  for (const { collection, isElsewhere } of found) if (isElsewhere) await beginFilling(database, collection, store);
  return found.map(({ collection, isElsewhere, isFilled }) => ({ collection, isFilled: isFilled && !isElsewhere }));
};
