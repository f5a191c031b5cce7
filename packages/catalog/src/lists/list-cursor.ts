import { describeValue, type DomainError, invalidArgument, isJsonObject, type JsonValue } from "@quarry/plugin/domain";
import type { DocumentSort, SortedPosition } from "@quarry/store";

/** Returns the sort key of a list as callers write it: descending with a leading `-`. */
export const sortName = ({ key, isDescending }: DocumentSort): string => `${isDescending ? "-" : ""}${key}`;

/** Returns the pagination cursor for the end of a page. It is opaque to callers. */
export const toCursor = (sort: DocumentSort, { value, id }: SortedPosition): string =>
  Buffer.from(JSON.stringify({ sort: sortName(sort), value, id })).toString("base64url");

/** Throws `invalid_argument` if the text is not a cursor of a list with this order. */
export const fromCursor = (cursor: string, sort: DocumentSort): SortedPosition => {
  const position = readJson(Buffer.from(cursor, "base64url").toString("utf8"));
  if (!isJsonObject(position) || typeof position["id"] !== "string") throw notACursor(cursor);
  const { sort: name, value, id } = position;
  if (typeof name !== "string" || typeof value !== (isNumeric(sort) ? "number" : "string")) throw notACursor(cursor);
  if (name !== sortName(sort)) {
    throw invalidArgument(
      `cursor: is of a list sorted by ${describeValue(name)}, and this one is by ${sortName(sort)}`,
    );
  }
  return { value: value as SortedPosition["value"], id };
};

const isNumeric = ({ key }: DocumentSort): boolean => key === "file_size" || key === "chunk_count";

const readJson = (text: string): JsonValue | undefined => {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
};

const notACursor = (cursor: string): DomainError =>
  invalidArgument(`cursor: must be the next_cursor of a page of this list, got ${describeValue(cursor)}`);
