import { type DirectRange, type Passage, charactersOf, hasVector, vectorIdOf } from "@quarry/index";
import { type DomainError, type Filter, invalidArgument, type JsonObject } from "@quarry/plugin/domain";
import { type CollectionRecord, reserveForAnswer } from "@quarry/store";
import { Effect } from "effect";
import type { WriteFailure } from "../vector-writes/write-services.ts";
import { checkAnsweredNumbers, MAX_ANSWERED_NUMBERS } from "./answered-numbers.ts";
import { isWithin, type Selection, selectedIn } from "./selection.ts";
import type { VectorServices } from "./vector-services.ts";

/** An entry as stored. */
export interface StoredEntry {
  readonly id: string;
  readonly text: string;
  readonly metadata: JsonObject;
  readonly hasVector: boolean;
  /** Unit vector, if requested. */
  readonly vector?: Float32Array | undefined;
}

export interface EntryPage {
  /** Entries in the order of their last write. */
  readonly entries: readonly StoredEntry[];
  /** Cursor of the next page; undefined after the last one. */
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

/** Returns the entries that exist among these ids, in the order of the ids. */
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
  for (let remaining = [...new Set(ids)]; remaining.length > 0;) {
    const page = yield* services.passages.getSome(collection.id, remaining);
    const seen = page.passages.filter(isSeen);
    yield* reserveForAnswer(seen.reduce((sum, each) => sum + charactersOf(each), 0));
    found.push(...seen);
    remaining = remaining.slice(page.scanned);
  }
  return yield* asStored(services, collection, found, withVectors);
});

/** Returns a page of entries. The page is shorter if vectors make it too long. */
export const listEntries = Effect.fnUntraced(function* (
  { passages, ...services }: VectorServices,
  collection: CollectionRecord,
  { filter, limit, cursor, withVectors }: EntryRange,
): Effect.fn.Return<EntryPage, WriteFailure> {
  const after = cursor === undefined ? undefined : yield* readCursor(cursor);
  const maxEntries = withVectors ? Math.min(limit, Math.floor(MAX_ANSWERED_NUMBERS / collection.dimension)) : limit;
  const page = yield* passages.listDirect(collection.id, {
    after,
    limit: maxEntries,
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
    // A getter: large metadata is only created when it is serialised.
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

/** Returns the entries that a deletion or a change selects now. For a filter, returns at most `maxEntries`. */
export const selectEntries = Effect.fnUntraced(function* (
  services: VectorServices,
  collection: CollectionRecord,
  selection: Selection,
  maxEntries: number,
): Effect.fn.Return<readonly Passage[], WriteFailure> {
  if ("ids" in selection) {
    return (yield* services.passages.get(collection.id, selection.ids)).filter(selectedIn(selection));
  }
  return (yield* selectInRange(services, collection, { filter: selection.filter, limit: maxEntries })).entries;
});

/** Returns matching entries, oldest written first, and the position of the last entry checked. */
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
