import { GIVEN_CHUNKS_TYPE, isJsonObject, type JsonObject, type JsonValue } from "@quarry/plugin/domain";
import type { Passage } from "./passage.ts";

/** System fields that differ between the passages of a document. All other metadata is stored once for all of them. */
export const PASSAGE_FIELDS: readonly string[] = ["page", "section", "start_char", "end_char", "chunk_index"];

/**
 * Metadata field of client-supplied chunks. Lists the fields supplied with the chunk: they are preserved when the
 * document is described again. Chunks older than this field lack it.
 */
export const OWN_FIELDS = "own_fields";

/** Shared or own part of a passage's metadata. */
export interface MetadataPart {
  readonly value: JsonObject;
  readonly json: string;
}

export interface SplitMetadata {
  readonly shared: MetadataPart;
  readonly own: MetadataPart;
}

const NOTHING: MetadataPart = { value: {}, json: "{}" };

/** Splits a passage's metadata into the shared and its own part. Direct vectors share nothing. */
export const splitMetadata = ({ documentId, metadata }: Pick<Passage, "documentId" | "metadata">): SplitMetadata => {
  if (documentId === "") return { shared: NOTHING, own: partOf(metadata) };
  const own: Record<string, JsonValue> = {};
  const shared: Record<string, JsonValue> = { ...metadata };
  for (const field of PASSAGE_FIELDS) {
    if (!Object.hasOwn(metadata, field) || containsObject(metadata[field]!)) continue;
    own[field] = metadata[field]!;
    delete shared[field];
  }
  return { shared: partOf(shared), own: partOf(own) };
};

/** Returns the metadata that passages share, as stored: without the fields that each passage has of its own. */
export const sharedText = (metadata: JsonObject): string => {
  const shared: Record<string, JsonValue> = { ...metadata };
  for (const field of PASSAGE_FIELDS) delete shared[field];
  return JSON.stringify(shared);
};

/**
 * Returns a function that computes the new shared metadata from the previous one, as JSON. The result is `shared`,
 * except for client-supplied chunks: fields that were supplied with a chunk are preserved. Chunks for which these
 * fields are unknown stay unchanged.
 */
export const describedText = (shared: string): ((previous: string) => string) => {
  const value = JSON.parse(shared) as JsonObject;
  if (value["file_type"] !== GIVEN_CHUNKS_TYPE) return () => shared;
  return (previous) => {
    const metadata = JSON.parse(previous) as JsonObject;
    const names = metadata[OWN_FIELDS];
    if (!Array.isArray(names)) return previous;
    const own = Object.entries(metadata).filter(([name]) => names.includes(name));
    return JSON.stringify({ ...value, ...Object.fromEntries(own), [OWN_FIELDS]: names });
  };
};

const partOf = (value: JsonObject): MetadataPart => ({ value, json: JSON.stringify(value) });

/**
 * Objects contain further paths, and a shared key with dots can lead to the same path. Such fields must be read
 * together, so they are not split.
 */
const containsObject = (value: JsonValue): boolean =>
  isJsonObject(value) || (Array.isArray(value) && value.some((item) => typeof item === "object" && item !== null));

/** Merges both parts. */
export const joinMetadata = (shared: string, own: string): JsonObject => ({
  ...(JSON.parse(shared) as JsonObject),
  ...(JSON.parse(own) as JsonObject),
});
