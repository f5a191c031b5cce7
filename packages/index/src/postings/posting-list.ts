import { ByteReader, type ByteWriter } from "./varint.ts";

/**
 * Postings of a term in a segment, delta-encoded by ordinal: for each passage a varint with twice the distance to the
 * previous ordinal (the first counts from -1), plus 1 if the term occurs once. Otherwise the frequency follows.
 */
export interface PostingList {
  readonly bytes: Uint8Array;
  /** Start of the skip blocks; equals `start` if the list has none. */
  readonly skipStart: number;
  readonly start: number;
  readonly end: number;
  /** Number of postings, including those of deleted passages. */
  readonly count: number;
}

/** Appends one posting. `previous` is the previous ordinal, -1 for the first posting. */
export const writePosting = (writer: ByteWriter, previous: number, ordinal: number, frequency: number): void => {
  const distance = (ordinal - previous) * 2;
  if (frequency === 1) return writer.varint(distance + 1);
  writer.varint(distance);
  writer.varint(frequency);
};

/** Calls `visit` for each posting, in order of ordinal. */
export const forEachPosting = (
  { bytes, start, end }: Pick<PostingList, "bytes" | "start" | "end">,
  visit: (ordinal: number, frequency: number) => void,
): void => {
  const reader = new ByteReader(bytes, start);
  let ordinal = -1;
  while (reader.offset < end) {
    const code = reader.varint();
    ordinal += code >>> 1;
    visit(ordinal, (code & 1) === 1 ? 1 : reader.varint());
  }
};

/** Returns the number of postings whose passage is not deleted. */
export const countLive = (list: PostingList, deleted: Uint8Array): number => {
  const { bytes, end } = list;
  let offset = list.start;
  let ordinal = -1;
  let count = 0;
  while (offset < end) {
    let byte = bytes[offset++]!;
    let code = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[offset++]!;
      code |= (byte & 127) << shift;
    }
    ordinal += code >>> 1;
    if ((code & 1) === 0) while (bytes[offset++]! > 127);
    if ((deleted[ordinal >>> 3]! & (1 << (ordinal & 7))) === 0) count++;
  }
  return count;
};

/**
 * BM25 weight of a term in one segment: the term's score in a passage is `weight * f / (f + base + slope * length)`.
 */
export interface TermWeight {
  readonly weight: number;
  readonly base: number;
  readonly slope: number;
}

/**
 * Adds the BM25 score of the term in each passage to `scores`. Decodes inline and calls nothing, because every
 * posting passes here when all passages are scored.
 */
export const addScores = (list: PostingList, term: TermWeight, lengths: Uint32Array, scores: Float64Array): void => {
  const { bytes, end } = list;
  const { weight, base, slope } = term;
  let offset = list.start;
  let ordinal = -1;
  while (offset < end) {
    let byte = bytes[offset++]!;
    let code = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[offset++]!;
      code |= (byte & 127) << shift;
    }
    ordinal += code >>> 1;
    let frequency = 1;
    if ((code & 1) === 0) {
      byte = bytes[offset++]!;
      frequency = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[offset++]!;
        frequency |= (byte & 127) << shift;
      }
    }
    scores[ordinal]! += (weight * frequency) / (frequency + base + slope * lengths[ordinal]!);
  }
};

/** Adds the ordinals of a list to a bitmap. */
export const addPostings = (list: PostingList, bits: Uint32Array): void => {
  const { bytes, end } = list;
  let offset = list.start;
  let ordinal = -1;
  while (offset < end) {
    let byte = bytes[offset++]!;
    let code = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[offset++]!;
      code |= (byte & 127) << shift;
    }
    ordinal += code >>> 1;
    if ((code & 1) === 0) while (bytes[offset++]! > 127);
    bits[ordinal >>> 5]! |= 1 << (ordinal & 31);
  }
};
