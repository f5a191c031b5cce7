import type { JsonObject } from "@quarry/plugin/domain";
import { metadataFacts, type VectorRecord } from "@quarry/plugin";
import type { Metadata } from "chromadb";

/** Key of the terms that filters match. */
export const VALUES_KEY = "facts";
/** Key of the original metadata and text as JSON: Chroma's own metadata supports neither nesting nor null. */
const BODY_KEY = "body";

/** Constant element, because Chroma rejects an empty list. */
const ALWAYS = ".";

export const leastKey = (path: string): string => `least:${path}`;
export const greatestKey = (path: string): string => `greatest:${path}`;

/** Returns the Chroma metadata of a record, stored with its vector. */
export const toStored = ({ metadata, text }: VectorRecord): Metadata => {
  const { words, numbers } = metadataFacts(metadata);
  const stored: Metadata = { [VALUES_KEY]: [ALWAYS, ...words], [BODY_KEY]: JSON.stringify([metadata, text]) };
  for (const [path, { least, greatest }] of numbers) {
    stored[leastKey(path)] = least;
    stored[greatestKey(path)] = greatest;
  }
  return stored;
};

/** Decodes metadata and text from the output of `toStored`. */
export const bodyOf = (
  stored: Metadata | null | undefined,
): { readonly metadata: JsonObject; readonly text: string } => {
  const [metadata, text] = JSON.parse(stored?.[BODY_KEY] as string) as [JsonObject, string];
  return { metadata, text };
};

/**
 * Masks numbers of the previous entry: Chroma merges metadata key by key, so they would remain. A string in their place
 * is ignored by numeric comparisons.
 */
export const withoutStale = (stored: Metadata, previous: Metadata | null | undefined): Metadata => {
  const stale = Object.keys(previous ?? {}).filter((key) => !(key in stored));
  return { ...stored, ...Object.fromEntries(stale.map((key) => [key, ""])) };
};
