import type { JsonObject, JsonValue } from "@quarry/plugin/domain";
import type { Passage } from "./passage.ts";

/** System fields that differ between the passages of a document; everything else is stored once for all of them. */
export const PASSAGE_FIELDS: readonly string[] = ["page", "section", "start_char", "end_char", "chunk_index"];

export interface SplitMetadata {
  readonly shared: string;
  readonly own: string;
}

/** The two parts of a passage's metadata, as JSON. Direct vectors share nothing. */
export const splitMetadata = ({ documentId, metadata }: Passage): SplitMetadata => {
  if (documentId === "") return { shared: "{}", own: JSON.stringify(metadata) };
  const own: Record<string, JsonValue> = {};
  for (const field of PASSAGE_FIELDS) {
    if (Object.hasOwn(metadata, field)) own[field] = metadata[field]!;
  }
  return { shared: JSON.stringify(withoutPassageFields(metadata)), own: JSON.stringify(own) };
};

const withoutPassageFields = (metadata: JsonObject): JsonObject => {
  const rest = { ...metadata };
  for (const field of PASSAGE_FIELDS) delete rest[field];
  return rest;
};
