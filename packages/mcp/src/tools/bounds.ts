import type { JsonObject } from "@quarry/plugin/domain";

/**
 * Maximum number of characters of passages in one answer, about 10,000 tokens: a model's context must fit it in
 * addition to the conversation.
 */
export const MAX_TEXT_CHARACTERS = 40_000;

/** Maximum number of characters of a document's metadata in a list; longer metadata is omitted. */
const MAX_METADATA_CHARACTERS = 2_000;

/** Returns a document for a list, with null for metadata that is too long. */
export const withListedMetadata = <Listed extends { readonly metadata: JsonObject }>({
  metadata,
  ...document
}: Listed) => ({
  ...document,
  metadata: JSON.stringify(metadata).length > MAX_METADATA_CHARACTERS ? null : metadata,
});

/** Maximum number of collections or documents on one page of a list. */
export const MAX_LISTED = 200;

/** Maximum number of fields whose values are counted at a time. */
export const MAX_FIELDS = 20;

/** Maximum number of values of a field in one answer. */
export const MAX_VALUES = 200;

/** Default number of items on a page. */
export const DEFAULT_LISTED = 50;

/** Maximum number of passages of one answer, and of collections of one search. */
export const MAX_PASSAGES = 100;

/** Maximum number of neighbours on each side of a passage. */
export const MAX_NEIGHBOURS = 50;

/** Maximum number of collection names in a message. */
export const MAX_NAMES = 50;

/** Truncates a text to a number of characters (UTF-16 units) without splitting a surrogate pair. */
export const truncate = (text: string, characters: number): string => {
  if (text.length <= characters) return text;
  const last = text.charCodeAt(characters - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, Math.max(0, isHalf ? characters - 1 : characters));
};
