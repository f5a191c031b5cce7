import type { JsonObject } from "@quarry/plugin/domain";

/**
 * Most characters of passages in one answer, about 10,000 tokens: a model's context has to hold it beside the
 * conversation.
 */
export const MAX_TEXT_CHARACTERS = 40_000;

/** Most characters of a document's metadata in a list; longer metadata is left out there. */
const MAX_METADATA_CHARACTERS = 2_000;

/** A document's metadata as a list shows it; null where it is too long. */
export const listedMetadata = (metadata: JsonObject): JsonObject | null =>
  JSON.stringify(metadata).length > MAX_METADATA_CHARACTERS ? null : metadata;

/** Most collections and documents on one page of a list. */
export const MAX_LISTED = 200;

/** Most fields whose values are counted at a time. */
export const MAX_FIELDS = 20;

/** Most values of a field in one answer. */
export const MAX_VALUES = 200;

/** Items on a page when nobody says how many. */
export const DEFAULT_LISTED = 50;

/** Most passages of one answer, and collections of one search. */
export const MAX_PASSAGES = 100;

/** Most neighbours on each side of a passage. */
export const MAX_NEIGHBOURS = 50;

/** Most names of collections in a message. */
export const MAX_NAMES = 50;

/** The beginning of a text, of at most so many characters; a character that takes two places is never cut in two. */
export const truncate = (text: string, characters: number): string => {
  if (text.length <= characters) return text;
  const last = text.charCodeAt(characters - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, Math.max(0, isHalf ? characters - 1 : characters));
};
