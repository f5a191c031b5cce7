import { isJsonObject, type JsonObject, type JsonValue } from "@quarry/plugin/domain";
import type { Passage } from "./passage.ts";

/** System fields that differ between the passages of a document; everything else is stored once for all of them. */
export const PASSAGE_FIELDS: readonly string[] = ["page", "section", "start_char", "end_char", "chunk_index"];

/** A part of a passage's metadata. */
export interface MetadataPart {
  readonly value: JsonObject;
  readonly json: string;
}

export interface SplitMetadata {
  readonly shared: MetadataPart;
  readonly own: MetadataPart;
}

const NOTHING: MetadataPart = { value: {}, json: "{}" };

/** The two parts of a passage's metadata. Direct vectors share nothing. */
export const splitMetadata = ({ documentId, metadata }: Pick<Passage, "documentId" | "metadata">): SplitMetadata => {
  if (documentId === "") return { shared: NOTHING, own: partOf(metadata) };
  const own: Record<string, JsonValue> = {};
  const shared: Record<string, JsonValue> = { ...metadata };
  for (const field of PASSAGE_FIELDS) {
    if (!Object.hasOwn(metadata, field) || holdsObject(metadata[field]!)) continue;
    own[field] = metadata[field]!;
    delete shared[field];
  }
  return { shared: partOf(shared), own: partOf(own) };
};

/** What passages share as it is stored: without the fields that each has of its own. */
export const sharedText = (metadata: JsonObject): string => {
  const shared: Record<string, JsonValue> = { ...metadata };
  for (const field of PASSAGE_FIELDS) delete shared[field];
  return JSON.stringify(shared);
};

const partOf = (value: JsonObject): MetadataPart => ({ value, json: JSON.stringify(value) });

/** Below it there would be paths, which a key with dots that is shared may lead to as well: only together can they be read. */
const holdsObject = (value: JsonValue): boolean =>
  isJsonObject(value) || (Array.isArray(value) && value.some((item) => typeof item === "object" && item !== null));

/** Both parts put together. */
export const joinMetadata = (shared: string, own: string): JsonObject => ({
  ...(JSON.parse(shared) as JsonObject),
  ...(JSON.parse(own) as JsonObject),
});
