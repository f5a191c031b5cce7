import { hasSkipBlocks } from "./skip-blocks.ts";
import type { ByteReader } from "./varint.ts";

/**
 * What a segment's dictionary entries begin with in its blocks: they come behind all terms, with no postings, and their
 * number counts the passages that hold the word. No text holds this character, and no other is above it.
 */
export const WORD_MARK = "\uffff";

export const WORD_MARK_BYTES: Uint8Array = Buffer.from(WORD_MARK);

const MARK_BYTES = WORD_MARK_BYTES.length;
const FIRST_MARK_BYTE = WORD_MARK_BYTES[0]!;

/** A word of a dictionary, and how many passages held it when they were written. */
export interface CountedWord {
  readonly word: string;
  readonly count: number;
}

/** Appends the words of a block, which may begin with terms, to `words`. */
export const readWords = (block: ByteReader, words: CountedWord[]): void => {
  while (!block.isAtEnd) {
    const length = block.varint();
    const start = block.offset;
    block.offset += length;
    const count = block.varint();
    const byteLength = block.varint();
    const skipLength = hasSkipBlocks(count, byteLength) ? block.varint() : 0;
    block.offset += skipLength + byteLength;
    const isWord = length > MARK_BYTES && block.bytes[start] === FIRST_MARK_BYTE;
    if (isWord) words.push({ word: block.bytes.toString("utf8", start + MARK_BYTES, start + length), count });
  }
};
