import { type DirectRange, type Passage, charactersOf, hasVector, vectorIdOf } from "@quarry/index";
import { type DomainError, type Filter, invalidArgument, type JsonObject } from "@quarry/plugin/domain";

import { type CollectionRecord, reserveForAnswer } from "@quarry/store";
import { Effect } from "effect";
import type { WriteFailure } from "../vector-writes/write-services.ts";
import { checkAnsweredNumbers, MOST_ANSWERED_NUMBERS } from "./answered-numbers.ts";
import { isWithin, type Selection, selectedIn } from "./selection.ts";
import type { VectorServices } from "./vector-services.ts";

/** An entry as it is kept. */
export interface StoredEntry {
  readonly id: string;
  readonly text: string;
  readonly metadata: JsonObject;
  readonly hasVector: boolean;
  /** Of unit length, where it was asked for. */
  readonly vector?: Float32Array | undefined;
}

export interface EntryPage {
  /** In the order in which they were last written. */
  readonly entries: readonly StoredEntry[];
  /** Where the next page begins; absent after the last one. */
  readonly nextCursor?: string | undefined;
}

export interface EntryRange {
  /** Default: all. */
  readonly filter?: Filter | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly withVectors: boolean;
}

/** Characters of texts and metadata after which a page ends. */
const PAGE_CHARACTERS = 4 * 1_048_576;

/** The entries that exist among some ids, in their order. */
export const getEntries = Effect.fnUntraced(function* (
  services: VectorServices,
  collection: CollectionRecord,
  ids: readonly string[],
  withVectors: boolean,
  within?: Filter,
): Effect.fn.Return<readonly StoredEntry[], WriteFailure> {
  if (withVectors) yield* checkAnsweredNumbers("ids", ids.length, collection.dimension);
  const found: Passage[] = [];
  const isSeen = isWithin(within);
  for (let left = [...new Set(ids)]; left.length > 0;) {
    const some = yield* services.passages.getSome(collection.id, left);
    const seen = some.passages.filter(isSeen);
    yield* reserveForAnswer(seen.reduce((sum, each) => sum + charactersOf(each), 0));
    found.push(...seen);
    left = left.slice(some.scanned);
  }
  return yield* asStored(services, collection, found, withVectors);
});

/** A page of entries. It is shorter where vectors make it too long. */
export const listEntries = Effect.fnUntraced(function* (
  { passages, ...services }: VectorServices,
  collection: CollectionRecord,
  { filter, limit, cursor, withVectors }: EntryRange,
): Effect.fn.Return<EntryPage, WriteFailure> {
  const after = cursor === undefined ? undefined : yield* readCursor(cursor);
  const most = withVectors ? Math.min(limit, Math.floor(MOST_ANSWERED_NUMBERS / collection.dimension)) : limit;
  const page = yield* passages.listDirect(collection.id, {
    after,
    limit: most,
    filter,
    maxCharacters: PAGE_CHARACTERS,
  });
  const entries = yield* asStored({ passages, ...services }, collection, page.passages, withVectors);
  return { entries, ...(page.next !== undefined && { nextCursor: String(page.next) }) };
});

const asStored = Effect.fnUntraced(function* (
  { writes }: VectorServices,
  collection: CollectionRecord,
  passages: readonly Passage[],
  withVectors: boolean,
): Effect.fn.Return<readonly StoredEntry[], WriteFailure> {
  const wanted = withVectors ? passages.filter(hasVector) : [];
  const vectors = wanted.length === 0 ? undefined : yield* writes.vectorsOf(collection, wanted);
  return passages.map((passage) => ({
    id: passage.id,
    text: passage.text,
    // Where there is much of it, it is made when it is written out.
    get metadata() {
      return passage.metadata;
    },
    hasVector: hasVector(passage),
    vector: vectors?.get(vectorIdOf(passage))?.vector,
  }));
});

const CURSOR = /^\d{1,15}$/;

const readCursor = (cursor: string): Effect.Effect<number, DomainError> =>
  CURSOR.test(cursor)
    ? Effect.succeed(Number(cursor))
    : Effect.fail(invalidArgument(`cursor: must be the next_cursor of a page, got ${JSON.stringify(cursor)}`));

/** Returns the entries that a deletion or a change selects now; of those that match a filter, no more than `most`. */
export const selectEntries = Effect.fnUntraced(function* (
  services: VectorServices,
  collection: CollectionRecord,
  selection: Selection,
  most: number,
): Effect.fn.Return<readonly Passage[], WriteFailure> {
  if ("ids" in selection) {
    return (yield* services.passages.get(collection.id, selection.ids)).filter(selectedIn(selection));
  }
  return (yield* selectInRange(services, collection, { filter: selection.filter, limit: most })).entries;
});

/** Entries that match, those first that were written first, and the place of the last that was looked at. */
export const selectInRange = Effect.fnUntraced(function* (
  { passages }: Pick<VectorServices, "passages">,
  collection: CollectionRecord,
  { limit, ...range }: Omit<DirectRange, "maxCharacters">,
): Effect.fn.Return<{ readonly entries: readonly Passage[]; readonly last: number }, WriteFailure> {
  const entries: Passage[] = [];
  let after = range.after;
  let last = after ?? -1;
  do {
    const wanted = { ...range, after, limit: limit - entries.length, maxCharacters: PAGE_CHARACTERS };
    const page = yield* passages.listDirect(collection.id, wanted);
    entries.push(...page.passages);
    after = page.next;
    last = after ?? range.upTo ?? last;
  } while (after !== undefined && entries.length < limit);
  return { entries, last };
});
