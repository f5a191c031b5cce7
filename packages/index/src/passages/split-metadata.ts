import { GIVEN_CHUNKS_TYPE, isJsonObject, type JsonObject, type JsonValue } from "@quarry/plugin/domain";
import type { Passage } from "./passage.ts";

/** System fields that differ between the passages of a document; everything else is stored once for all of them. */
export const PASSAGE_FIELDS: readonly string[] = ["page", "section", "start_char", "end_char", "chunk_index"];

/**
 * Names, in the metadata of each chunk that was given, the fields that were given with the chunk: they stay when its document is
 * described again. Chunks of before there was this have none.
 */
export const OWN_FIELDS = "own_fields";

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

/** Metadata that passages share, as it is stored: without the fields that each passage has of its own. */
export const sharedText = (metadata: JsonObject): string => {
  const shared: Record<string, JsonValue> = { ...metadata };
  for (const field of PASSAGE_FIELDS) delete shared[field];
  return JSON.stringify(shared);
};

/**
 * Gives what passages share from now on, of what they shared before; as JSON. It is `shared`, but for chunks that were given: what
 * was given with them stays. Those of which it isn't known what that is stay as they are.
 */
export const describedText = (shared: string): ((before: string) => string) => {
  const value = JSON.parse(shared) as JsonObject;
  if (value["file_type"] !== GIVEN_CHUNKS_TYPE) return () => shared;
  return (before) => {
    const metadata = JSON.parse(before) as JsonObject;
    const names = metadata[OWN_FIELDS];
    if (!Array.isArray(names)) return before;
    const own = Object.entries(metadata).filter(([name]) => names.includes(name));
    return JSON.stringify({ ...value, ...Object.fromEntries(own), [OWN_FIELDS]: names });
  };
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
