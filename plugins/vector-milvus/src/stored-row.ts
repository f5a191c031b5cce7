import { createHash } from "node:crypto";
import type { JsonObject } from "@quarry/plugin/domain";
import { metadataFacts, type VectorRecord } from "@quarry/plugin";
import type { RowData } from "@zilliz/milvus2-sdk-node";

/** Maximum bytes of one text field; a longer body is split. */
export const MAX_TEXT_BYTES = 65_535;
/** A UTF-16 unit takes at most three bytes. */
const PIECE_LENGTH = Math.floor(MAX_TEXT_BYTES / 3);

/** Constant element, because an array must not be empty. */
const ALWAYS = ".";

/** Returns a path's key in the `numbers` field: a short word, whatever the path contains. */
const keyOf = (path: string, end: "least" | "greatest"): string =>
  `${createHash("sha256").update(path).digest("hex").slice(0, 32)}_${end}`;

/** Returns the reference to the number in a filter expression. */
export const numberField = (path: string, bound: "least" | "greatest"): string => `numbers["${keyOf(path, bound)}"]`;

/** Returns the values of the fields for filters. */
export const valueFields = (metadata: JsonObject): Pick<RowData, "facts" | "numbers"> => {
  const { words: valueTerms, numbers } = metadataFacts(metadata);
  const fields: Record<string, number> = {};
  for (const [path, { least, greatest }] of numbers) {
    fields[keyOf(path, "least")] = least;
    fields[keyOf(path, "greatest")] = greatest;
  }
  return { facts: [ALWAYS, ...valueTerms], numbers: fields };
};

/** Returns the Milvus row of a record. Sets all fields, so that an upsert overwrites the old entry completely. */
export const toRow = ({ id, vector, metadata, text }: VectorRecord): RowData => ({
  id,
  vector: Array.from(vector),
  ...valueFields(metadata),
  body: pieces(JSON.stringify([metadata, text])),
});

/** Returns metadata and text of a row that was read with its `body`. */
export const bodyOf = (row: Record<string, unknown>): { readonly metadata: JsonObject; readonly text: string } => {
  const [metadata, text] = JSON.parse((row["body"] as string[]).join("")) as [JsonObject, string];
  return { metadata, text };
};

export const toRecord = (row: Record<string, unknown>): VectorRecord => ({
  id: row["id"] as string,
  vector: Float32Array.from(row["vector"] as number[]),
  ...bodyOf(row),
});

/** Splits a text, but never between the two surrogates of a pair: alone they can't be sent. */
const pieces = (text: string): string[] => {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + PIECE_LENGTH);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
};
