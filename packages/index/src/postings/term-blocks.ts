import { lowerBound } from "../lower-bound.ts";
import type { PostingList } from "./posting-list.ts";
import { hasSkipBlocks, writeSkipBlocks } from "./skip-blocks.ts";
import type { EncodedTerm } from "./encoded-term.ts";
import { ByteReader, ByteWriter } from "./varint.ts";
import { FIELD_VALUE_MARK, FIELD_VALUE_MARK_BYTES, WORD_MARK, WORD_MARK_BYTES } from "./word-entries.ts";

/**
 * Bytes at which a block is closed. A look-up reads one block and walks over half of it; larger ones make that longer,
 * smaller ones more rows.
 */
const BLOCK_BYTES = 4_096;
const NO_POSTINGS = new ByteWriter();

/**
 * Packs a segment's terms, which must come in the order of `<`, into blocks of entries: term, number of postings, number
 * of bytes, for long lists the number of bytes of their skip blocks and these, postings. Behind the terms come the field values (see `FIELD_VALUE_MARK`),
 * and behind these the words of the dictionary (see `WORD_MARK`). A long list gets a block of its own, so that its neighbours can be read without it.
 */
export class TermBlockWriter {
  readonly #store: (data: Uint8Array) => void;
  readonly #block = new ByteWriter();
  readonly #skips = new ByteWriter();
  /** First term of each block. */
  readonly firstTerms: string[] = [];

  /** `store` gets each block when it is closed; the bytes are reused afterwards. */
  constructor(store: (data: Uint8Array) => void) {
    this.#store = store;
  }

  add(term: string, count: number, postings: ByteWriter): void {
    if (this.#beginsBlock(postings)) this.firstTerms.push(term);
    this.#block.term(term);
    this.#addPostings(count, postings);
  }

  /** A field value. Field values come in the order of `<` as well. */
  addFieldValue(value: string, count: number, postings: ByteWriter): void {
    if (this.#beginsBlock(postings)) this.firstTerms.push(FIELD_VALUE_MARK + value);
    this.#block.term(value, FIELD_VALUE_MARK_BYTES);
    this.#addPostings(count, postings);
  }

  /** A word of the dictionary, and how many passages hold it. */
  addWord(word: string, count: number): void {
    if (this.#beginsBlock(NO_POSTINGS)) this.firstTerms.push(WORD_MARK + word);
    this.#block.term(word, WORD_MARK_BYTES);
    this.#addPostings(count, NO_POSTINGS);
  }

  /** An entry of either kind, its term as other blocks hold it. */
  addEncoded({ bytes, start, end }: EncodedTerm, count: number, postings: ByteWriter): void {
    if (this.#beginsBlock(postings)) this.firstTerms.push(bytes.toString("utf8", start, end));
    this.#block.varint(end - start);
    this.#block.append(bytes, start, end);
    this.#addPostings(count, postings);
  }

  #beginsBlock(postings: ByteWriter): boolean {
    if (this.#block.length > 0 && this.#block.length + postings.length > BLOCK_BYTES) this.finish();
    return this.#block.length === 0;
  }

  #addPostings(count: number, postings: ByteWriter): void {
    this.#block.varint(count);
    this.#block.varint(postings.length);
    if (hasSkipBlocks(count, postings.length)) {
      this.#skips.clear();
      writeSkipBlocks(this.#skips, new ByteReader(postings.view()));
      this.#block.varint(this.#skips.length);
      this.#block.appendAll(this.#skips);
    }
    this.#block.appendAll(postings);
    if (this.#block.length >= BLOCK_BYTES) this.finish();
  }

  /** Closes the last block. */
  finish(): void {
    if (this.#block.length === 0) return;
    this.#store(this.#block.view());
    this.#block.clear();
  }
}

/** Number of the block that would hold the term, or -1. */
export const blockOf = (firstTerms: readonly string[], term: string): number =>
  lowerBound(0, firstTerms.length, (at) => firstTerms[at]! > term) - 1;

// Most terms differ in their first bytes; `Buffer.compare` costs more than that by its checks alone.
const isTermAt = (bytes: Uint8Array, start: number, term: Uint8Array): boolean => {
  for (let index = 0; index < term.length; index++) if (bytes[start + index] !== term[index]) return false;
  return true;
};

/** Calls `visit` for each term of a block that begins with `prefix`, which is UTF-8; false when what follows can't. */
export const forEachInBlock = (
  block: Uint8Array,
  prefix: Buffer,
  visit: (bytes: Buffer, start: number, end: number, list: PostingList) => void,
): boolean => {
  const reader = new ByteReader(block);
  let hasBegun = false;
  while (!reader.isAtEnd) {
    const length = reader.varint();
    const start = reader.offset;
    reader.offset += length;
    const count = reader.varint();
    const byteLength = reader.varint();
    const skipLength = hasSkipBlocks(count, byteLength) ? reader.varint() : 0;
    const skipStart = reader.offset;
    reader.offset += skipLength + byteLength;
    if (length >= prefix.length && isTermAt(reader.bytes, start, prefix)) {
      hasBegun = true;
      const list = { bytes: reader.bytes, skipStart, start: skipStart + skipLength, end: reader.offset, count };
      visit(reader.bytes, start + prefix.length, start + length, list);
    } else if (hasBegun) return false;
  }
  return true;
};

/** The postings of a term in its block, or undefined. `term` is UTF-8. */
export const findInBlock = (block: Uint8Array, term: Buffer): PostingList | undefined => {
  const reader = new ByteReader(block);
  while (!reader.isAtEnd) {
    const length = reader.varint();
    const start = reader.offset;
    reader.offset += length;
    const count = reader.varint();
    const byteLength = reader.varint();
    const skipLength = hasSkipBlocks(count, byteLength) ? reader.varint() : 0;
    const skipStart = reader.offset;
    reader.offset += skipLength + byteLength;
    if (length === term.length && isTermAt(reader.bytes, start, term)) {
      return { bytes: reader.bytes, skipStart, start: skipStart + skipLength, end: reader.offset, count };
    }
  }
  return undefined;
};
