import { hasSkipBlocks } from "./skip-blocks.ts";
import type { ByteReader } from "./varint.ts";

/**
 * Prefix of filter terms in a segment's blocks. They have postings like text terms, and are sorted after these and
 * before the dictionary. No text contains this character.
 */
export const FIELD_VALUE_MARK = "\ufffe";

export const FIELD_VALUE_MARK_BYTES: Uint8Array = Buffer.from(FIELD_VALUE_MARK);

/**
 * Prefix of dictionary entries in a segment's blocks. They come last and have no postings; their count is the number of
 * passages that contain the word. No text contains this character, and none sorts after it.
 */
export const WORD_MARK = "\uffff";

export const WORD_MARK_BYTES: Uint8Array = Buffer.from(WORD_MARK);

const MARK_BYTES = WORD_MARK_BYTES.length;

/**
 * Whether an entry begins with a mark. No text term does: the character after a mark's first bytes would be invalid.
 */
export const isMarked = (bytes: Uint8Array, start: number, length: number, mark: Uint8Array): boolean => {
  if (length < mark.length) return false;
  for (let at = 0; at < mark.length; at++) if (bytes[start + at] !== mark[at]) return false;
  return true;
};

/** A dictionary word, and the number of passages that contained it when they were written. */
export interface CountedWord {
  readonly word: string;
  readonly count: number;
}

/** Appends the dictionary words of a block to `words`. The block can begin with terms and field values. */
export const readWords = (block: ByteReader, words: CountedWord[]): void => {
  while (!block.isAtEnd) {
    const length = block.varint();
    const start = block.offset;
    block.offset += length;
    const count = block.varint();
    const byteLength = block.varint();
    const skipLength = hasSkipBlocks(count, byteLength) ? block.varint() : 0;
    block.offset += skipLength + byteLength;
    if (!isMarked(block.bytes, start, length, WORD_MARK_BYTES)) continue;
    words.push({ word: block.bytes.toString("utf8", start + MARK_BYTES, start + length), count });
  }
};
