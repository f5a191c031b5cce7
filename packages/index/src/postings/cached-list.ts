import type { PostingList } from "./posting-list.ts";

/** Memory overhead of a list in bytes, in addition to its postings. */
const LIST_BYTES = 400;

/**
 * Returns the list without the block it was read from, for a cache: keeps the block if the list takes most of it, and
 * otherwise copies the list, to release a block that contains others.
 */
export const cachedList = ({ bytes, skipStart, start, end, count }: PostingList): PostingList => {
  const length = end - skipStart;
  const own =
    length * 2 > bytes.length
      ? new Uint8Array(bytes.buffer, bytes.byteOffset + skipStart, length)
      : new Uint8Array(bytes.subarray(skipStart, end));
  return { bytes: own, skipStart: 0, start: start - skipStart, end: length, count };
};

/** Returns the approximate memory of a cached list in bytes. */
export const listBytes = ({ bytes }: PostingList): number => bytes.length + LIST_BYTES;
