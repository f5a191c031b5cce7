/** Prefix that distinguishes the entries of one kind in a segment's blocks. No text contains its character. */
export interface Mark {
  readonly text: string;
  readonly bytes: Buffer;
}

const markOf = (text: string): Mark => ({ text, bytes: Buffer.from(text) });

/** Mark of filter terms. They have postings like text terms, and are sorted after these and before the dictionary. */
export const FIELD_VALUE = markOf("\ufffe");

/**
 * Mark of dictionary words. They come last, because no text sorts after them, and have no postings; their count is the
 * number of passages that contain the word.
 */
export const WORD = markOf("\uffff");
