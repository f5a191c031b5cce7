import type { JsonObject } from "@quarry/plugin/domain";
import type { VectorListRequest, VectorPage, VectorRecord } from "@quarry/plugin";
import { WrongAnswer } from "../wrong-answer.ts";
import { ExpectedIds, NewIds, readArray, readObject } from "./read-values.ts";
import { readVector } from "./read-vector.ts";

/** Records by id: only such as were asked for, each once. The dimension is the collection's, as far as it is known. */
export const readRecords = (
  answer: unknown,
  ids: readonly string[],
  dimension: number | undefined,
): readonly VectorRecord[] => asRecords(readArray(answer, "records", ids.length), new ExpectedIds(ids), dimension);

/** A page of a list, which must lead on. That a cursor comes back later, only who reads all pages can see. */
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

/** Vectors of one collection have one length; where nobody knows which one, the first says. */
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
