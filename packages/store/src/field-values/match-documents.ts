import { compileFilter, type DocumentStatus, type Filter } from "@quarry/plugin/domain";
import { TimeSlice } from "@quarry/plugin/time-slice";
import type { Kysely, Selectable } from "kysely";
import { filenameKey } from "../document.ts";
import { expiredDocuments } from "../expired-documents.ts";
import type { DocumentsTable, FailureSource, Tables } from "../tables.ts";
import { filteredMetadata } from "./document-field-values.ts";
import { DocumentSet } from "./document-set.ts";
import { FieldValueReader } from "./field-value-reader.ts";
import { FAILED_BY_PATH, ALL_DOCUMENTS_PATH, presentValue, STATUS_PATH, encodeScalar } from "./field-value-bytes.ts";
import { matchFieldValues } from "./match-field-values.ts";
import { scanNames } from "./scan-names.ts";
import { padToPowerOfTwo } from "./write-field-values.ts";

/** Selection of a collection's documents; all given conditions must hold. */
export interface DocumentMatch {
  readonly filter?: Filter | undefined;
  readonly status?: DocumentStatus | undefined;
  /** Only failed documents with this source of failure. */
  readonly failedBy?: FailureSource | undefined;
  /** Substring of the file name, ignoring case. */
  readonly filename?: string | undefined;
}

/** Documents per query: a few megabytes if each has the maximum of metadata. */
const DOCUMENTS_PER_QUERY = 64;

/** Returns exactly the documents that match at this moment. */
export const matchDocuments = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  match: DocumentMatch,
  findNamed = makeNameSearch(kysely, collectionId, match),
): Promise<DocumentSet> => {
  const reader = new FieldValueReader(kysely, collectionId);
  let found: DocumentSet | undefined;
  const intersect = (set: DocumentSet): void => void (found = found?.and(set) ?? set);
  if (match.status !== undefined) intersect(await reader.documentsWith(encodeScalar(STATUS_PATH, match.status)));
  if (match.failedBy !== undefined) intersect(await reader.documentsWith(encodeScalar(FAILED_BY_PATH, match.failedBy)));
  if (match.filter !== undefined) {
    const { possible, certain } = await matchFieldValues(reader, match.filter);
    const undecided = possible === certain ? undefined : (found?.and(possible) ?? possible).without(certain);
    intersect(
      undecided === undefined ? certain : certain.or(await readMatching(kysely, collectionId, match.filter, undecided)),
    );
  }
  if (match.filename !== undefined && found?.count !== 0) intersect(DocumentSet.of(await findNamed()));
  const all = found ?? (await reader.documentsWith(presentValue(ALL_DOCUMENTS_PATH)));
  const expired = await expiredDocuments(kysely, collectionId, new Date().toISOString());
  return all.without(DocumentSet.of(expired.flatMap(({ number }) => (number === null ? [] : [number]))));
};

/** Returns a predicate for the rows of a page, which is read after the set: a row may have changed in between. */
export const rowMatcher = (match: DocumentMatch): ((row: Selectable<DocumentsTable>) => boolean) => {
  const matches = match.filter && compileFilter(match.filter);
  const substring = filenameKey(match.filename ?? "");
  const now = new Date().toISOString();
  return (row) =>
    (row.expires_at === null || row.expires_at > now) &&
    (match.status === undefined || row.status === match.status) &&
    (match.failedBy === undefined || row.failed_by === match.failedBy) &&
    row.filename_key.includes(substring) &&
    (matches?.(filteredMetadata(row)) ?? true);
};

/** Returns those of the documents that match by their metadata, for documents that the index can't decide. */
const readMatching = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  filter: Filter,
  documents: DocumentSet,
): Promise<DocumentSet> => {
  const matches = compileFilter(filter);
  const found: number[] = [];
  for await (const row of readByNumber(kysely, collectionId, documents.numbers())) {
    if (matches(filteredMetadata(row))) found.push(row.number!);
  }
  return DocumentSet.of(found);
};

/** Reads documents by number, in batches. Callers process one before they request the next. */
export async function* readByNumber(kysely: Kysely<Tables>, collectionId: string, numbers: Iterable<number>) {
  for (const batch of slices(numbers, DOCUMENTS_PER_QUERY)) {
    const rows = await kysely
      .selectFrom("documents")
      .selectAll()
      .where("number", "in", padToPowerOfTwo(batch))
      .where("collection_id", "=", collectionId)
      .execute();
    const slice = new TimeSlice();
    for (const row of rows) {
      yield row;
      if (slice.isOver) await slice.renew();
    }
  }
}

export function* slices<Item>(items: Iterable<Item>, size: number): Generator<readonly Item[]> {
  let slice: Item[] = [];
  for (const item of items) {
    slice.push(item);
    if (slice.length === size) {
      yield slice;
      slice = [];
    }
  }
  if (slice.length > 0) yield slice;
}

/** Returns a memoised function that finds the documents with the substring in their names, in name order. */
export const makeNameSearch = (
  kysely: Kysely<Tables>,
  collectionId: string,
  { filename: substring = "" }: DocumentMatch,
) => {
  const search = async (): Promise<readonly number[]> => {
    const found: number[] = [];
    for await (const numbers of scanNames(kysely, collectionId, { substring })) found.push(...numbers);
    return found;
  };
  let found: Promise<readonly number[]> | undefined;
  return () => (found ??= search());
};
