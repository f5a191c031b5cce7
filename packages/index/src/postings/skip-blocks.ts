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
