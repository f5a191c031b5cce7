import { yieldToOthers } from "@quarry/plugin/time-slice";
import type { Kysely } from "kysely";
import { expiredDocuments } from "../expired-documents.ts";
import type { Tables } from "../tables.ts";
import { DocumentSet } from "./document-set.ts";
import { type DocumentMatch, makeNameSearch, matchDocuments, slices } from "./match-documents.ts";
import { scanNames } from "./scan-names.ts";
import { padToPowerOfTwo } from "./write-field-values.ts";

/** Sort keys of lists, and the column of each. */
const SORT_COLUMNS = {
  created_at: "created_at",
  updated_at: "updated_at",
  filename: "filename_key",
  file_size: "file_size",
  chunk_count: "chunk_count",
} as const;

export type DocumentSortKey = keyof typeof SORT_COLUMNS;

export interface DocumentSort {
  readonly key: DocumentSortKey;
  readonly isDescending: boolean;
}

/** Position of a document in a sorted list: its sort value, then its id. */
export interface SortedPosition {
  readonly value: string | number;
  readonly id: string;
}

export interface SortedListRequest extends DocumentMatch {
  readonly sort: DocumentSort;
  readonly limit: number;
  readonly offset: number;
  /** Only documents after this position. */
  readonly after?: SortedPosition | undefined;
}

/** Page of a list, as document ids. */
export interface SortedList {
  readonly ids: readonly string[];
  readonly total: number;
  /** Position of the last item. Undefined on the last page. */
  readonly next: SortedPosition | undefined;
}

/** Documents read per step of an index scan. */
const SCAN_STEP = 1_000;
/** Size up to which a set is always sorted in memory. */
const MAX_SMALL_SET = 1_000;
/** Factor of the expected number of documents that are scanned before the whole set is sorted instead. */
const SCAN_FACTOR = 4;
/** Document numbers per query. */
const NUMBERS_PER_QUERY = 512;

interface Entry {
  readonly id: string;
  readonly value: string | number;
}

/**
 * Returns a page of the matching documents. If many match, scans the list in sort order until the page is full; if few
 * match, sorts all of them. Chooses the method that reads fewer documents.
 */
export const listSorted = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  request: SortedListRequest,
): Promise<SortedList> => {
  const { sort, limit, offset } = request;
  const neededCount = offset + limit + 1;
  const isFiltered =
    request.filter !== undefined ||
    request.status !== undefined ||
    request.failedBy !== undefined ||
    request.filename !== undefined;
  if (!isFiltered) {
    const entries = await scan(kysely, collectionId, sort, request.after, limit + 1, offset);
    const expired = await expiredDocuments(kysely, collectionId, new Date().toISOString());
    return pageOf(request, entries, (await documentCount(kysely, collectionId)) - expired.length);
  }
  const findNamed = makeNameSearch(kysely, collectionId, request);
  const set = await matchDocuments(kysely, collectionId, request, findNamed);
  const total = set.count;
  if (total === 0) return { ids: [], total, next: undefined };
  const first = await firstMatchesByName(kysely, collectionId, request, set, neededCount, findNamed);
  const entries =
    (first === undefined ? await scanInOrder(kysely, collectionId, request, set, neededCount) : undefined) ??
    (await sortInMemory(kysely, collectionId, sort, first ?? set, request.after));
  return pageOf(request, entries.slice(offset, neededCount), total);
};

const documentCount = async (kysely: Kysely<Tables>, collectionId: string): Promise<number> => {
  const collections = kysely.selectFrom("collections").select("document_count").where("id", "=", collectionId);
  return (await collections.executeTakeFirst())?.document_count ?? 0;
};

const pageOf = ({ limit }: SortedListRequest, entries: readonly Entry[], total: number): SortedList => {
  const shown = entries.slice(0, limit);
  const last = entries.length > shown.length ? shown.at(-1) : undefined;
  return { ids: shown.map(({ id }) => id), total, next: last && { value: last.value, id: last.id } };
};

/**
 * Returns the first `neededCount` matches by name, if the list is sorted by name, filters by a part of the name and matches
 * many documents. Such names are often adjacent, and a scan through all documents could reach them late. Otherwise
 * returns undefined.
 */
const firstMatchesByName = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  { sort: { key, isDescending }, filename: substring, after }: SortedListRequest,
  set: DocumentSet,
  neededCount: number,
  findNamed: () => Promise<readonly number[]>,
): Promise<DocumentSet | undefined> => {
  if (key !== "filename" || substring === undefined || set.count <= MAX_SMALL_SET) return undefined;
  const found: number[] = [];
  if (after === undefined) {
    const numbers = await findNamed();
    for (let at = 0; at < numbers.length && found.length < neededCount; at += 1) {
      const number = numbers.at(isDescending ? -1 - at : at)!;
      if (set.has(number)) found.push(number);
    }
    return DocumentSet.of(found);
  }
  const position = { filename_key: String(after.value), id: after.id };
  for await (const numbers of scanNames(kysely, collectionId, { substring, isDescending, after: position })) {
    for (const number of numbers) {
      if (set.has(number)) found.push(number);
      if (found.length === neededCount) return DocumentSet.of(found);
    }
  }
  return DocumentSet.of(found);
};

/** Scans the list in sort order. Returns undefined if that takes too long. */
const scanInOrder = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  { sort, after }: SortedListRequest,
  set: DocumentSet,
  neededCount: number,
): Promise<readonly Entry[] | undefined> => {
  if (set.count <= MAX_SMALL_SET) return undefined;
  const all = await documentCount(kysely, collectionId);
  const expected = (neededCount * all) / set.count;
  if (expected > set.count) return undefined;
  const entries: Entry[] = [];
  let last = after;
  for (let scanned = 0; scanned <= SCAN_FACTOR * expected + SCAN_STEP; scanned += SCAN_STEP) {
    const step = await scan(kysely, collectionId, sort, last, SCAN_STEP, 0);
    for (const { id, value, number } of step) {
      if (number === null || !set.has(number)) continue;
      entries.push({ id, value });
      if (entries.length === neededCount) return entries;
    }
    if (step.length < SCAN_STEP) return entries;
    last = step.at(-1);
    await yieldToOthers();
  }
  return undefined;
};

const scan = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  { key, isDescending }: DocumentSort,
  after: SortedPosition | undefined,
  limit: number,
  offset: number,
) => {
  const column = SORT_COLUMNS[key];
  const direction = isDescending ? "desc" : "asc";
  const comparison = isDescending ? "<" : ">";
  return kysely
    .selectFrom("documents")
    .select(["id", "number", `${column} as value`])
    .where("collection_id", "=", collectionId)
    .$if(after !== undefined, (query) =>
      query
        .where(column, `${comparison}=`, after!.value)
        .where((where) => where.or([where(column, comparison, after!.value), where("id", comparison, after!.id)])),
    )
    .orderBy(column, direction)
    .orderBy("id", direction)
    .limit(limit)
    .offset(offset)
    .execute();
};

const sortInMemory = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  { key, isDescending }: DocumentSort,
  set: DocumentSet,
  after: SortedPosition | undefined,
): Promise<readonly Entry[]> => {
  const sign = isDescending ? -1 : 1;
  const entries: Entry[] = [];
  for (const batch of slices(set.numbers(), NUMBERS_PER_QUERY)) {
    const rows = await kysely
      .selectFrom("documents")
      // `filename` is in no index. Without it, a covering index would be scanned over the whole collection, instead of
      // using the index on numbers.
      .select(["id", "filename", `${SORT_COLUMNS[key]} as value`])
      .where("number", "in", padToPowerOfTwo(batch))
      .where("collection_id", "=", collectionId)
      .execute();
    for (const row of rows) if (after === undefined || sign * compareEntries(row, after) > 0) entries.push(row);
    if (batch.length === NUMBERS_PER_QUERY) await yieldToOthers();
  }
  return entries.sort((one, other) => sign * compareEntries(one, other));
};

/** Compares like both databases: strings by their bytes. */
const compareEntries = (one: Entry, other: Entry): number => {
  const byValue =
    typeof one.value === "number"
      ? one.value - Number(other.value)
      : Buffer.compare(Buffer.from(one.value), Buffer.from(String(other.value)));
  return byValue !== 0 ? byValue : one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
};
