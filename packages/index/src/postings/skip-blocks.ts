import type { PostingList, TermWeight } from "./posting-list.ts";
import type { ByteReader, ByteWriter } from "./varint.ts";

/** Number of postings in a skip block. */
const BLOCK_POSTINGS = 128;
/** Shorter lists are decoded completely: this takes a microsecond. */
const MIN_POSTINGS = 256;

/**
 * Whether a list of `count` postings and `byteLength` bytes has skip blocks before it. Dictionary words have no
 * postings.
 */
export const hasSkipBlocks = (count: number, byteLength: number): boolean => count >= MIN_POSTINGS && byteLength > 0;

/**
 * Appends the skip blocks of a list. A skip block describes `BLOCK_POSTINGS` postings: the distance from the previous
 * block's last ordinal (the first counts from -1) to its own, and its number of bytes.
 */
export const writeSkipBlocks = (writer: ByteWriter, postings: ByteReader): void => {
  let ordinal = -1;
  let lastOfBlock = -1;
  let start = postings.offset;
  let count = 0;
  while (!postings.isAtEnd) {
    const code = postings.varint();
    ordinal += code >>> 1;
    if ((code & 1) === 0) postings.varint();
    if (++count % BLOCK_POSTINGS !== 0 && !postings.isAtEnd) continue;
    writer.varint(ordinal - lastOfBlock);
    writer.varint(postings.offset - start);
    lastOfBlock = ordinal;
    start = postings.offset;
  }
};

/**
 * Returns the term's frequency in each of `ordinals`, which must ascend; 0 if the term doesn't occur. With skip blocks,
 * decodes only the blocks that can contain one of them.
 */
export const frequenciesAt = (list: PostingList, ordinals: Uint32Array): Uint32Array => {
  const frequencies = new Uint32Array(ordinals.length);
  if (list.frequencies !== undefined) {
    for (let index = 0; index < ordinals.length; index++) frequencies[index] = list.frequencies[ordinals[index]!]!;
    return frequencies;
  }
  const cursor = new PostingCursor(list);
  for (let index = 0; index < ordinals.length; index++) {
    const wanted = ordinals[index]!;
    if (!cursor.moveTo(wanted)) break;
    if (cursor.ordinal === wanted) frequencies[index] = cursor.frequency;
  }
  return frequencies;
};

/** Adds the BM25 scores of a term in some passages, given by their ordinals, which must ascend. */
export const addScoresAt = (
  list: PostingList,
  { weight, base, slope }: TermWeight,
  lengths: Uint32Array,
  ordinals: Uint32Array,
  scores: Float64Array,
): void => {
  const frequencies = frequenciesAt(list, ordinals);
  for (let at = 0; at < ordinals.length; at++) {
    const frequency = frequencies[at]!;
    if (frequency > 0) scores[at]! += (weight * frequency) / (frequency + base + slope * lengths[ordinals[at]!]!);
  }
};

/** Cursor that moves forward in a posting list. */
class PostingCursor {
  ordinal = -1;
  frequency = 0;
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #offset: number;
  /** Position of the next skip block's header; `#skipEnd` if there is none. */
  #skip: number;
  readonly #skipEnd: number;
  /** Last ordinal and end of the current skip block. */
  #lastOfBlock: number;
  #endOfBlock: number;

  constructor({ bytes, start, end, skipStart }: PostingList) {
    this.#bytes = bytes;
    this.#offset = start;
    this.#end = end;
    this.#skip = skipStart;
    this.#skipEnd = start;
    const hasBlocks = skipStart < start;
    this.#lastOfBlock = hasBlocks ? -1 : Number.POSITIVE_INFINITY;
    this.#endOfBlock = hasBlocks ? start : end;
  }

  /** Moves to the first posting at or after the ordinal. Returns false if there is none. */
  moveTo(wanted: number): boolean {
    if (this.ordinal >= wanted) return true;
    this.#skipTo(wanted);
    while (this.#offset < this.#end) {
      const code = this.#varint();
      this.ordinal += code >>> 1;
      this.frequency = (code & 1) === 1 ? 1 : this.#varint();
      if (this.ordinal >= wanted) return true;
    }
    return false;
  }

  #skipTo(wanted: number): void {
    while (this.#lastOfBlock < wanted && this.#skip < this.#skipEnd) {
      // The next block begins where this one ends, and its first delta counts from this block's last ordinal.
      this.#offset = this.#endOfBlock;
      this.ordinal = this.#lastOfBlock;
      const resume = this.#offset;
      this.#offset = this.#skip;
      this.#lastOfBlock += this.#varint();
      this.#endOfBlock += this.#varint();
      this.#skip = this.#offset;
      this.#offset = resume;
    }
  }

  #varint(): number {
    let byte = this.#bytes[this.#offset++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.#bytes[this.#offset++]!;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }
}
