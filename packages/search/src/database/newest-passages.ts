import { type Passage, PassageIndexError } from "@quarry/index";

/** Longest id that the tables can store, in bytes of UTF-8. */
const MAX_ID_BYTES = 1_536;
const MAX_DOCUMENT_ID_BYTES = 255;

/** Returns the last passage of each id. Rejects ids that the tables can't store. */
export const newestPassages = (passages: readonly Passage[]): readonly Passage[] => {
  const newest = new Map<string, Passage>();
  for (const passage of passages) {
    requireLength("id", passage.id, MAX_ID_BYTES);
    requireLength("documentId", passage.documentId, MAX_DOCUMENT_ID_BYTES);
    // Lone surrogates are all stored as the same replacement character.
    newest.set(passage.id.toWellFormed(), passage);
  }
  return [...newest.values()];
};

const requireLength = (field: string, value: string, most: number): void => {
  const length = Buffer.byteLength(value);
  if (length <= most) return;
  const message = `a passage's ${field} has at most ${most} bytes of UTF-8, got ${length}`;
  throw new PassageIndexError({ reason: "internal", message });
};
