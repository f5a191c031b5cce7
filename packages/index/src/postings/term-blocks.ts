import { lowerBound } from "../lower-bound.ts";
import type { PostingList } from "./posting-list.ts";
import { hasSkipBlocks, writeSkipBlocks } from "./skip-blocks.ts";
import type { EncodedTerm } from "./encoded-term.ts";
import { ByteReader, ByteWriter } from "./varint.ts";
import type { Mark } from "./marks.ts";

/**
 * Size in bytes at which a block is closed. A lookup reads one block and scans half of it on average: larger blocks
 * make this slower, smaller ones mean more rows.
 */
const BLOCK_BYTES = 4_096;
/** Postings of a dictionary word. */
export const NO_POSTINGS = new ByteWriter();

/**
 * Packs a segment's terms into blocks: the terms of texts, then the field values, then the dictionary words, each in
 * the order of `<`. An entry consists of the term with its mark, its count, the number of bytes of its postings, and
 * the postings. In a long list, the skip blocks and the number of their bytes precede the postings. A long list gets
 * its own block, so its neighbours can be read without it.
 */
export class TermBlockWriter {
  readonly #store: (data: Uint8Array) => void;
  readonly #block = new ByteWriter();
  readonly #skips = new ByteWriter();
  /** First term of each block. */
  readonly firstTerms: string[] = [];

  /** `store` receives each block when it is closed. The bytes are reused afterwards. */
  constructor(store: (data: Uint8Array) => void) {
    this.#store = store;
  }

  add(term: string, count: number, postings: ByteWriter, mark?: Mark): void {
    if (this.#beginsBlock(postings)) this.firstTerms.push(mark === undefined ? term : mark.text + term);
    this.#block.term(term, mark?.bytes);
    this.#addPostings(count, postings);
  }

  /** Adds an entry of any kind whose term is already encoded. */
  addEncoded({ bytes, start, end }: EncodedTerm, count: number, postings: ByteWriter): void {
    if (this.#beginsBlock(postings)) this.firstTerms.push(bytes.toString("utf8", start, end));
    this.#block.varint(end - start);
    this.#block.append(bytes, start, end);
    this.#addPostings(count, postings);
  }

  /** Adds a whole block that another writer has packed. Blocks must arrive in the order of their terms as well. */
  addBlock(firstTerm: string, data: Uint8Array): void {
    this.finish();
    this.firstTerms.push(firstTerm);
    this.#store(data);
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

/** Binary search: returns the number of the block that can contain the term, or -1. */
export const blockOf = (firstTerms: readonly string[], term: string): number =>
  lowerBound(0, firstTerms.length, (at) => firstTerms[at]! > term) - 1;

/** Whether the bytes at `start` are those of a term, or of the beginning of a longer one. */
// Most terms differ in their first bytes. The checks of `Buffer.compare` alone cost more than this loop.
export const isTermAt = (bytes: Uint8Array, start: number, term: Uint8Array): boolean => {
  for (let index = 0; index < term.length; index++) if (bytes[start + index] !== term[index]) return false;
  return true;
};

/** `start` and `end` delimit the bytes after the prefix in `bytes`. */
export type VisitTerm = (bytes: Buffer, start: number, end: number, rows: PostingList) => void;

/**
 * Calls `visit` for each term of a block that begins with `prefix` (UTF-8). Returns false if later blocks can't contain
 * any.
 */
export const forEachInBlock = (block: Uint8Array, prefix: Buffer, visit: VisitTerm): boolean => {
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

/** Returns the postings of a term in its block, or undefined. `term` is UTF-8. */
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
