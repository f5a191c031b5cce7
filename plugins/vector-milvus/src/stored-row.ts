import { createHash } from "node:crypto";
import type { JsonObject } from "@quarry/plugin/domain";
import { metadataFacts, type VectorRecord } from "@quarry/plugin";
import type { RowData } from "@zilliz/milvus2-sdk-node";

/** Bytes of one text field; a longer body is cut. */
export const MAX_TEXT_BYTES = 65_535;
/** UTF-16 units take at most three bytes each. */
const PIECE_LENGTH = Math.floor(MAX_TEXT_BYTES / 3);

/** An array must hold something. */
const ALWAYS = ".";

/** A path as a key of the `numbers` field: whatever it holds, a short word. */
const keyOf = (path: string, end: "least" | "greatest"): string =>
  `${createHash("sha256").update(path).digest("hex").slice(0, 32)}_${end}`;

/** Reference to the number in a filter expression. */
export const numberField = (path: string, bound: "least" | "greatest"): string => `numbers["${keyOf(path, bound)}"]`;

/** Values of the fields for filters. */
export const valueFields = (metadata: JsonObject): Pick<RowData, "facts" | "numbers"> => {
  const { words: valueTerms, numbers } = metadataFacts(metadata);
  const fields: Record<string, number> = {};
  for (const [path, { least, greatest }] of numbers) {
    fields[keyOf(path, "least")] = least;
    fields[keyOf(path, "greatest")] = greatest;
  }
  return { facts: [ALWAYS, ...valueTerms], numbers: fields };
};

/** Milvus row of a record. All fields are set, so that an upsert leaves nothing of the old entry. */
export const toRow = ({ id, vector, metadata, text }: VectorRecord): RowData => ({
  id,
  vector: Array.from(vector),
  ...valueFields(metadata),
  body: pieces(JSON.stringify([metadata, text])),
});

/** Metadata and text of a row that was read with its `body`. */
export const bodyOf = (row: Record<string, unknown>): { readonly metadata: JsonObject; readonly text: string } => {
  const [metadata, text] = JSON.parse((row["body"] as string[]).join("")) as [JsonObject, string];
  return { metadata, text };
};

export const toRecord = (row: Record<string, unknown>): VectorRecord => ({
  id: row["id"] as string,
  vector: Float32Array.from(row["vector"] as number[]),
  ...bodyOf(row),
});

/** Never between the halves of a surrogate pair: alone they can't be sent. */
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
