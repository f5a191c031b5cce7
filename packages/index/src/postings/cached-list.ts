import { forEachPosting, type PostingList } from "./posting-list.ts";

/** A list that one in so many passages of its segment is in takes no more as a frequency per passage than as postings. */
const DENSE_SHARE = 4;
/** Shorter lists are read through: it takes a microsecond. */
const MIN_DENSE = 256;
const MAX_FREQUENCY = 255;
/** Bytes of memory that a list takes besides its postings. */
const LIST_BYTES = 400;

/** A list that stays in memory, without the block it was read in, and with what is found out about it once. */
export interface CachedList extends PostingList {
  /**
   * By frequency, the length of the shortest passage that holds the term so often; 0 where none does. No passage of the
   * segment earns more by the term than one of these.
   */
  readonly shortest: Uint32Array;
}

/** `lengths` are those of the segment's passages. */
export const cachedList = (list: PostingList, lengths: Uint32Array): CachedList => {
  const { bytes, skipStart, start, end, count } = list;
  const length = end - skipStart;
  // A block of one list is kept as it is; a copy lets go of one that holds others.
  const own =
    length * 2 > bytes.length
      ? new Uint8Array(bytes.buffer, bytes.byteOffset + skipStart, length)
      : new Uint8Array(bytes.subarray(skipStart, end));
  const cached = { bytes: own, skipStart: 0, start: start - skipStart, end: length, count };
  const shortest = shortestOf(cached, lengths);
  const isDense = count >= MIN_DENSE && count * DENSE_SHARE >= lengths.length && shortest.length <= MAX_FREQUENCY + 1;
  return { ...cached, shortest, frequencies: isDense ? spread(cached, lengths.length) : undefined };
};

/** Bytes that a kept list takes, about. */
export const keptBytes = ({ bytes, shortest, frequencies }: CachedList): number =>
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

const spread = (list: PostingList, passages: number): Uint8Array => {
  const frequencies = new Uint8Array(passages);
  forEachPosting(list, (ordinal, frequency) => {
    frequencies[ordinal] = frequency;
  });
  return frequencies;
};
