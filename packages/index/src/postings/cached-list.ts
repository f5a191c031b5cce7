import { forEachPosting, type PostingList } from "./posting-list.ts";

/**
 * For a list that contains at least 1/DENSE_SHARE of its segment's passages, one frequency per passage takes no more
 * memory than the postings.
 */
const DENSE_SHARE = 4;
/** Shorter lists are decoded completely: this takes a microsecond. */
const MIN_DENSE = 256;
const MAX_FREQUENCY = 255;
/** Memory overhead of a list in bytes, in addition to its postings. */
const LIST_BYTES = 400;

/** Posting list that is cached in memory without the block it was read from, with precomputed data. */
export interface CachedList extends PostingList {
  /**
   * Length of the shortest passage for each frequency of the term; 0 if there is none. No passage of the segment scores
   * higher for the term than one of these.
   */
  readonly shortest: Uint32Array;
}

/** Builds the cached form of a list. `lengths` are those of the segment's passages. */
export const cachedList = (list: PostingList, lengths: Uint32Array): CachedList => {
  const { bytes, skipStart, start, end, count } = list;
  const length = end - skipStart;
  // Keeps the block if the list takes most of it. Otherwise copies the list, to release a block that contains others.
  const own =
    length * 2 > bytes.length
      ? new Uint8Array(bytes.buffer, bytes.byteOffset + skipStart, length)
      : new Uint8Array(bytes.subarray(skipStart, end));
  const cached = { bytes: own, skipStart: 0, start: start - skipStart, end: length, count };
  const shortest = shortestOf(cached, lengths);
  const isDense = count >= MIN_DENSE && count * DENSE_SHARE >= lengths.length && shortest.length <= MAX_FREQUENCY + 1;
  return { ...cached, shortest, frequencies: isDense ? frequenciesByOrdinal(cached, lengths.length) : undefined };
};

/** Returns the approximate memory of a cached list in bytes. */
export const listBytes = ({ bytes, shortest, frequencies }: CachedList): number =>
  bytes.length + shortest.byteLength + (frequencies?.length ?? 0) + LIST_BYTES;

const shortestOf = (list: PostingList, lengths: Uint32Array): Uint32Array => {
  const shortest: number[] = [0];
  forEachPosting(list, (ordinal, frequency) => {
    const length = lengths[ordinal]!;
    while (shortest.length <= frequency) shortest.push(0);
    if (shortest[frequency] === 0 || length < shortest[frequency]!) shortest[frequency] = length;
  });
  return Uint32Array.from(shortest);
};

const frequenciesByOrdinal = (list: PostingList, passages: number): Uint8Array => {
  const frequencies = new Uint8Array(passages);
  forEachPosting(list, (ordinal, frequency) => {
    frequencies[ordinal] = frequency;
  });
  return frequencies;
};
