import { hasSkipBlocks } from "./skip-blocks.ts";
import type { ByteReader } from "./varint.ts";

/**
 * What the facts of a segment's passages begin with in its blocks: what filters ask for, posted as terms are. They come
 * behind the terms and before the dictionary. No text holds this character.
 */
export const FACT_MARK = "\ufffe";

export const FACT_MARK_BYTES: Uint8Array = Buffer.from(FACT_MARK);

/**
 * What a segment's dictionary entries begin with in its blocks: they come behind all else, with no postings, and their
 * number counts the passages that hold the word. No text holds this character, and no other is above it.
 */
export const WORD_MARK = "\uffff";

export const WORD_MARK_BYTES: Uint8Array = Buffer.from(WORD_MARK);

const MARK_BYTES = WORD_MARK_BYTES.length;

/** Whether an entry begins with a mark. No term does: the character after a mark's first bytes would be no character. */
export const isMarked = (bytes: Uint8Array, start: number, length: number, mark: Uint8Array): boolean => {
  if (length < mark.length) return false;
  for (let at = 0; at < mark.length; at++) if (bytes[start + at] !== mark[at]) return false;
  return true;
};

/** A word of a dictionary, and how many passages held it when they were written. */
export interface CountedWord {
  readonly word: string;
  readonly count: number;
}

/** Appends the words of a block, which may begin with terms and facts, to `words`. */
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
