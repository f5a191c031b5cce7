import { yieldToOthers } from "@quarry/plugin/time-slice";
import type { Kysely } from "kysely";
import { expiredDocuments } from "../expired-documents.ts";
import type { Tables } from "../tables.ts";
import { DocumentSet } from "./document-set.ts";
import { type DocumentMatch, makeNamed, matchDocuments, slices } from "./match-documents.ts";
import { nameSteps } from "./name-steps.ts";
import { filled } from "./write-field-values.ts";

/** Sort keys of lists, and the column of each. */
const SORT_COLUMNS = {
  created_at: "created_at",
  updated_at: "updated_at",
  filename: "filename_key",
  file_size: "file_size",
  chunk_count: "chunk_count",
} as const;

export type DocumentSortKey = keyof typeof SORT_COLUMNS;

export const DOCUMENT_SORT_KEYS = Object.keys(SORT_COLUMNS) as readonly DocumentSortKey[];

export interface DocumentSort {
  readonly key: DocumentSortKey;
  readonly isDescending: boolean;
}

/** The place of a document in a sorted list: what it is sorted by, then its id. */
export interface SortedPosition {
  readonly value: string | number;
  readonly id: string;
}

export interface SortedListRequest extends DocumentMatch {
  readonly sort: DocumentSort;
  readonly limit: number;
  readonly offset: number;
  /** Only those behind it. */
  readonly after?: SortedPosition | undefined;
}

/** A page of a list, by the documents' ids. */
export interface SortedList {
  readonly ids: readonly string[];
  readonly total: number;
  /** Of the last one, where others follow. */
  readonly next: SortedPosition | undefined;
}

/** Documents of a walk that are looked at at a time. */
const STEP = 1_000;
/** Documents of a set that are sorted here, whatever is asked of them. */
const FEW = 1_000;
/** Factor of the expected number of documents that are scanned before the whole set is sorted instead. */
const PATIENCE = 4;
/** Documents looked for by their numbers at a time. */
const NUMBERS_AT_ONCE = 512;

interface Entry {
  readonly id: string;
  readonly value: string | number;
}

/**
 * A page of what matches. Of many that match, the list is walked in its order until the page is full; of few, all are sorted:
 * whichever looks at fewer documents.
 */
export const listSorted = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  request: SortedListRequest,
): Promise<SortedList> => {
  const { sort, limit, offset } = request;
  const wanted = offset + limit + 1;
  const isNarrowed =
    request.filter !== undefined ||
    request.status !== undefined ||
    request.failedBy !== undefined ||
    request.filename !== undefined;
  if (!isNarrowed) {
    const entries = await walk(kysely, collectionId, sort, request.after, limit + 1, offset);
    const expired = await expiredDocuments(kysely, collectionId, new Date().toISOString());
    return pageOf(request, entries, (await documentCount(kysely, collectionId)) - expired.length);
  }
  const named = makeNamed(kysely, collectionId, request);
  const set = await matchDocuments(kysely, collectionId, request, named);
  const total = set.count;
  if (total === 0) return { ids: [], total, next: undefined };
  const first = await firstByName(kysely, collectionId, request, set, wanted, named);
  const entries =
    (first === undefined ? await walkThrough(kysely, collectionId, request, set, wanted) : undefined) ??
    (await sortAll(kysely, collectionId, sort, first ?? set, request.after));
  return pageOf(request, entries.slice(offset, wanted), total);
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
 * Of many whose names have a part in them, and that are sorted by these, as many of the first as are wanted: such names often stand
 * together, and a walk through all documents would come to them late. Undefined where something else is asked.
 */
const firstByName = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  { sort: { key, isDescending }, filename: part, after }: SortedListRequest,
  set: DocumentSet,
  wanted: number,
  named: () => Promise<readonly number[]>,
): Promise<DocumentSet | undefined> => {
  if (key !== "filename" || part === undefined || set.count <= FEW) return undefined;
  const found: number[] = [];
  if (after === undefined) {
    const numbers = await named();
    for (let at = 0; at < numbers.length && found.length < wanted; at += 1) {
      const number = numbers.at(isDescending ? -1 - at : at)!;
      if (set.has(number)) found.push(number);
    }
    return DocumentSet.of(found);
  }
  const position = { filename_key: String(after.value), id: after.id };
  for await (const numbers of nameSteps(kysely, collectionId, { part, isDescending, after: position })) {
    for (const number of numbers) {
      if (set.has(number)) found.push(number);
      if (found.length === wanted) return DocumentSet.of(found);
    }
  }
  return DocumentSet.of(found);
};

/** Undefined where it takes too long. */
const walkThrough = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  { sort, after }: SortedListRequest,
  set: DocumentSet,
  wanted: number,
): Promise<readonly Entry[] | undefined> => {
  if (set.count <= FEW) return undefined;
  const all = await documentCount(kysely, collectionId);
  const expected = (wanted * all) / set.count;
  if (expected > set.count) return undefined;
  const entries: Entry[] = [];
  let last = after;
  for (let scanned = 0; scanned <= PATIENCE * expected + STEP; scanned += STEP) {
    const step = await walk(kysely, collectionId, sort, last, STEP, 0);
    for (const { id, value, number } of step) {
      if (number === null || !set.has(number)) continue;
      entries.push({ id, value });
      if (entries.length === wanted) return entries;
    }
    if (step.length < STEP) return entries;
    last = step.at(-1);
    await yieldToOthers();
  }
  return undefined;
};

const walk = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  { key, isDescending }: DocumentSort,
  after: SortedPosition | undefined,
  limit: number,
  offset: number,
) => {
  const column = SORT_COLUMNS[key];
  const direction = isDescending ? "desc" : "asc";
  const behind = isDescending ? "<" : ">";
  return kysely
    .selectFrom("documents")
    .select(["id", "number", `${column} as value`])
    .where("collection_id", "=", collectionId)
    .$if(after !== undefined, (query) =>
      query
        .where(column, `${behind}=`, after!.value)
        .where((where) => where.or([where(column, behind, after!.value), where("id", behind, after!.id)])),
    )
    .orderBy(column, direction)
    .orderBy("id", direction)
    .limit(limit)
    .offset(offset)
    .execute();
};

const sortAll = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  { key, isDescending }: DocumentSort,
  set: DocumentSet,
  after: SortedPosition | undefined,
): Promise<readonly Entry[]> => {
  const sign = isDescending ? -1 : 1;
  const entries: Entry[] = [];
  for (const some of slices(set.numbers(), NUMBERS_AT_ONCE)) {
    const rows = await kysely
      .selectFrom("documents")
      // The name is in no index. An index with all that is asked for would be read from end to end, the whole collection, in the
      // place of the one that has the numbers.
      .select(["id", "filename", `${SORT_COLUMNS[key]} as value`])
      .where("number", "in", filled(some))
      .where("collection_id", "=", collectionId)
      .execute();
    for (const row of rows) if (after === undefined || sign * inOrder(row, after) > 0) entries.push(row);
    if (some.length === NUMBERS_AT_ONCE) await yieldToOthers();
  }
  return entries.sort((one, other) => sign * inOrder(one, other));
};

/** As both databases have it: strings by their bytes. */
const inOrder = (one: Entry, other: Entry): number => {
  const byValue =
    typeof one.value === "number"
      ? one.value - Number(other.value)
      : Buffer.compare(Buffer.from(one.value), Buffer.from(String(other.value)));
  return byValue !== 0 ? byValue : one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
};
