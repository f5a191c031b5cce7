import { forEachPosting, type PostingList, writePosting } from "./posting-list.ts";
import { hasSkipBlocks, writeSkipBlocks } from "./skip-blocks.ts";
import { ByteReader, ByteWriter } from "./varint.ts";

/** Decoded postings: passages of a segment in ascending order, and the frequency of a term in each. */
export interface Frequencies {
  readonly ordinals: Uint32Array;
  readonly counts: Uint32Array;
}

export const NO_FREQUENCIES: Frequencies = { ordinals: new Uint32Array(0), counts: new Uint32Array(0) };

export const decodePostings = (list: PostingList): Frequencies => {
  const ordinals = new Uint32Array(list.count);
  const counts = new Uint32Array(list.count);
  let at = 0;
  forEachPosting(list, (ordinal, frequency) => {
    ordinals[at] = ordinal;
    counts[at++] = frequency;
  });
  return { ordinals, counts };
};

/** Returns postings in the form of a stored list, with skip blocks. */
export const encodePostings = ({ ordinals, counts }: Frequencies): PostingList => {
  const postings = new ByteWriter();
  let previous = -1;
  for (let at = 0; at < ordinals.length; at++) {
    writePosting(postings, previous, ordinals[at]!, counts[at]!);
    previous = ordinals[at]!;
  }
  const list = new ByteWriter();
  if (hasSkipBlocks(ordinals.length, postings.length)) writeSkipBlocks(list, new ByteReader(postings.view()));
  const start = list.length;
  list.appendAll(postings);
  return { bytes: list.view(), skipStart: 0, start, end: list.length, count: ordinals.length };
};

/** Returns the passages of both, with the result of `both` as frequency; `both` of a frequency and 0 is the frequency. */
export const mergeFrequencies = (
  a: Frequencies,
  b: Frequencies,
  both: (a: number, b: number) => number,
): Frequencies => {
  if (a.ordinals.length === 0) return b;
  if (b.ordinals.length === 0) return a;
  const ordinals = new Uint32Array(a.ordinals.length + b.ordinals.length);
  const counts = new Uint32Array(ordinals.length);
  let [left, right, count] = [0, 0, 0];
  while (left < a.ordinals.length && right < b.ordinals.length) {
    const first = a.ordinals[left]!;
    const second = b.ordinals[right]!;
    ordinals[count] = Math.min(first, second);
    const ofFirst = first <= second ? a.counts[left++]! : 0;
    const ofSecond = second <= first ? b.counts[right++]! : 0;
    counts[count++] = both(ofFirst, ofSecond);
  }
  // One of the two has entries left.
  for (const [{ ordinals: from, counts: of }, start] of [[a, left] as const, [b, right] as const]) {
    ordinals.set(from.subarray(start), count);
    counts.set(of.subarray(start), count);
    count += from.length - start;
  }
  return { ordinals: ordinals.subarray(0, count), counts: counts.subarray(0, count) };
};
