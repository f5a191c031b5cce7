import type { JsonObject } from "@quarry/plugin/domain";
import type { VectorListRequest, VectorPage, VectorRecord } from "@quarry/plugin";
import { WrongAnswer } from "../wrong-answer.ts";
import { ExpectedIds, NewIds, readArray, readObject } from "./read-values.ts";
import { readVector } from "./read-vector.ts";

/** Validates records by id: only requested ones, each once. The dimension must be the collection's, if it is known. */
export const readRecords = (
  answer: unknown,
  ids: readonly string[],
  dimension: number | undefined,
): readonly VectorRecord[] => asRecords(readArray(answer, "records", ids.length), new ExpectedIds(ids), dimension);

/**
 * Validates a page of a list, whose cursor must advance. A longer cycle of cursors can only be detected by a reader of
 * all pages.
 */
export const readPage = (
  answer: unknown,
  { limit, cursor }: VectorListRequest,
  dimension: number | undefined,
): VectorPage => {
  const { records, nextCursor } = readObject(answer, "a page");
  const page = asRecords(readArray(records, "records", limit), new NewIds(), dimension);
  if (nextCursor === undefined) return { records: page };
  if (typeof nextCursor !== "string" || nextCursor === "")
    throw new WrongAnswer("nextCursor must be a text, or absent");
  if (nextCursor === cursor) throw new WrongAnswer("nextCursor is the cursor of this page: the list would never end");
  return { records: page, nextCursor };
};

/** Validates records. All vectors of a collection have one length: if it is unknown, the first vector determines it. */
const asRecords = (
  values: readonly unknown[],
  ids: ExpectedIds | NewIds,
  known: number | undefined,
): readonly VectorRecord[] => {
  let dimension = known;
  for (const value of values) {
    const { id, vector, metadata, text } = readObject(value, "a record");
    ids.take(id);
    dimension = readVector(vector, { dimension, mayBeZero: false }, "a record's vector").length;
    readMetadata(metadata);
    if (typeof text !== "string") throw new WrongAnswer("a record's text must be a text");
  }
  return values as readonly VectorRecord[];
};

export const readMetadata = (value: unknown): JsonObject => readObject(value, "metadata") as JsonObject;
