import { compileFilter, type DocumentStatus, type Filter } from "@quarry/plugin/domain";
import { TimeSlice } from "@quarry/plugin/time-slice";
import type { Kysely, Selectable } from "kysely";
import { filenameKey } from "../document.ts";
import { expiredDocuments } from "../expired-documents.ts";
import type { DocumentsTable, FailureSource, Tables } from "../tables.ts";
import { filteredMetadata } from "./document-field-values.ts";
import { DocumentSet } from "./document-set.ts";
import { FieldValueReader } from "./field-value-reader.ts";
import { FAILED_BY_PATH, LIVE_PATH, presentValue, STATUS_PATH, scalarValue } from "./field-value-bytes.ts";
import { matchFieldValues } from "./match-field-values.ts";
import { nameSteps } from "./name-steps.ts";
import { filled } from "./write-field-values.ts";

/** Selection of a collection's documents; all given conditions must hold. */
export interface DocumentMatch {
  readonly filter?: Filter | undefined;
  readonly status?: DocumentStatus | undefined;
  /** Only those that failed, and by whose failure. */
  readonly failedBy?: FailureSource | undefined;
  /** A part of the file's name, whatever the case. */
  readonly filename?: string | undefined;
}

/** Documents read at a time: a few megabytes, where each has as much metadata as it may. */
const DOCUMENTS_AT_ONCE = 64;

/** Exactly those that match, at this moment. */
export const matchDocuments = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  match: DocumentMatch,
  named = makeNamed(kysely, collectionId, match),
): Promise<DocumentSet> => {
  const reader = new FieldValueReader(kysely, collectionId);
  let found: DocumentSet | undefined;
  const keep = (part: DocumentSet): void => void (found = found?.and(part) ?? part);
  if (match.status !== undefined) keep(await reader.having(scalarValue(STATUS_PATH, match.status)));
  if (match.failedBy !== undefined) keep(await reader.having(scalarValue(FAILED_BY_PATH, match.failedBy)));
  if (match.filter !== undefined) {
    const { may, sure } = await matchFieldValues(reader, match.filter);
    const open = may === sure ? undefined : (found?.and(may) ?? may).without(sure);
    keep(open === undefined ? sure : sure.or(await readMatching(kysely, collectionId, match.filter, open)));
  }
  if (match.filename !== undefined && found?.count !== 0) keep(DocumentSet.of(await named()));
  const all = found ?? (await reader.having(presentValue(LIVE_PATH)));
  const expired = await expiredDocuments(kysely, collectionId, new Date().toISOString());
  return all.without(DocumentSet.of(expired.flatMap(({ number }) => (number === null ? [] : [number]))));
};

/** Returns the check of a row for a page that is read after the set: the row may have changed in between. */
export const rowMatcher = (match: DocumentMatch): ((row: Selectable<DocumentsTable>) => boolean) => {
  const matches = match.filter && compileFilter(match.filter);
  const part = filenameKey(match.filename ?? "");
  const now = new Date().toISOString();
  return (row) =>
    (row.expires_at === null || row.expires_at > now) &&
    (match.status === undefined || row.status === match.status) &&
    (match.failedBy === undefined || row.failed_by === match.failedBy) &&
    row.filename_key.includes(part) &&
    (matches?.(filteredMetadata(row)) ?? true);
};

/** Of documents whose field values don't tell, those that match by their metadata. */
const readMatching = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  filter: Filter,
  documents: DocumentSet,
): Promise<DocumentSet> => {
  const matches = compileFilter(filter);
  const found: number[] = [];
  for await (const row of readNumbered(kysely, collectionId, documents.numbers())) {
    if (matches(filteredMetadata(row))) found.push(row.number!);
  }
  return DocumentSet.of(found);
};

/** Documents by their numbers, in portions. Callers process one before they take the next. */
export async function* readNumbered(kysely: Kysely<Tables>, collectionId: string, numbers: Iterable<number>) {
  for (const some of slices(numbers, DOCUMENTS_AT_ONCE)) {
    const rows = await kysely
      .selectFrom("documents")
      .selectAll()
      .where("number", "in", filled(some))
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

/** Gives the documents that have the part in their names, in the order of these; looks for them once. */
export const makeNamed = (kysely: Kysely<Tables>, collectionId: string, { filename: part = "" }: DocumentMatch) => {
  const walk = async (): Promise<readonly number[]> => {
    const found: number[] = [];
    for await (const numbers of nameSteps(kysely, collectionId, { part })) found.push(...numbers);
    return found;
  };
  let found: Promise<readonly number[]> | undefined;
  return () => (found ??= walk());
};
