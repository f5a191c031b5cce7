import type { JsonObject } from "@quarry/plugin/domain";
import { metadataFacts, type VectorRecord } from "@quarry/plugin";
import type { Metadata } from "chromadb";

/** The words that filters ask for. */
export const VALUES_KEY = "facts";
/** Metadata and text as they came, as JSON: Chroma's own metadata knows neither nesting nor null. */
const BODY_KEY = "body";

/** Chroma refuses an empty list. */
const ALWAYS = ".";

export const leastKey = (path: string): string => `least:${path}`;
export const greatestKey = (path: string): string => `greatest:${path}`;

/** Chroma metadata of a record, stored beside its vector. */
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
 * Chroma merges metadata key by key, so that a number of the old entry would stay. A word in its place takes no part in
 * comparisons of numbers.
 */
export const withoutStale = (stored: Metadata, previous: Metadata | null | undefined): Metadata => {
  const stale = Object.keys(previous ?? {}).filter((key) => !(key in stored));
  return { ...stored, ...Object.fromEntries(stale.map((key) => [key, ""])) };
};
