import { forEachPosting, type PostingList, writePosting } from "../postings/posting-list.ts";
import { PostingCursor } from "../postings/posting-cursor.ts";
import { hasSkipBlocks, writeSkipBlocks } from "../postings/skip-blocks.ts";
import { ByteReader, ByteWriter } from "../postings/varint.ts";
import type { IndexView, PostingSource, TermView } from "./index-view.ts";
import { documentFrequency } from "./read-term.ts";

/** Passages of a segment in ascending order, and a count for each. */
interface Frequencies {
  readonly ordinals: Uint32Array;
  readonly counts: Uint32Array;
}

const NOTHING: Frequencies = { ordinals: new Uint32Array(0), counts: new Uint32Array(0) };

/**
 * Reads the postings of a term in all its forms (`Spellings`) as if passages contained only one form. Its frequency in
 * a passage is that of the most frequent form, which is the sum over all terms of that form.
 */
export const readSpelled = (
  source: PostingSource,
  view: IndexView,
  term: string,
  forms: readonly (readonly string[])[],
): TermView => {
  const key = [term, ...forms.flat()].join(" ");
  return source.mergedIn(view, key, () => mergedTerm(source, view, key, term, forms)) ?? source.termIn(view, term);
};

/** Returns the term merged with its forms; undefined if they add nothing to any passage, as for most terms. */
const mergedTerm = (
  source: PostingSource,
  view: IndexView,
  key: string,
  term: string,
  forms: readonly (readonly string[])[],
): TermView | undefined => {
  const own = source.termIn(view, term);
  const indexed = forms
    .map((form) => form.map((one) => source.termIn(view, one)).filter(isIndexed))
    .filter((form) => form.some((one) => one !== own));
  const others = new Set(indexed.flat().filter((one) => one !== own));
  if (others.size === 0) return undefined;
  const postings = own.postings.map((list, at) => mergeForms(list, indexed, at));
  if (postings.every((list, segment) => list === own.postings[segment])) return undefined;
  return { postings, frequency: documentFrequency(view, key, postings) };
};

const isIndexed = ({ postings }: TermView): boolean => postings.some((list) => list !== undefined);

/** Returns a segment's list merged with the frequencies of the forms, or the list itself if the forms add nothing. */
const mergeForms = (
  own: PostingList | undefined,
  forms: readonly (readonly TermView[])[],
  segment: number,
): PostingList | undefined => {
  const maxFrequencies = forms
    .map((form) => form.flatMap(({ postings }) => postings[segment] ?? []))
    .map((lists) => lists.map(decode).reduce((a, b) => merge(a, b, (left, right) => left + right), NOTHING))
    .reduce((a, b) => merge(a, b, Math.max), NOTHING);
  if (maxFrequencies.ordinals.length === 0) return own;
  if (own === undefined) return encode(maxFrequencies);
  const known = new PostingCursor(own).frequenciesAt(maxFrequencies.ordinals);
  if (maxFrequencies.counts.every((count, at) => count <= known[at]!)) return own;
  return encode(merge(decode(own), maxFrequencies, Math.max));
};

const decode = (list: PostingList): Frequencies => {
  const ordinals = new Uint32Array(list.count);
  const counts = new Uint32Array(list.count);
  let at = 0;
  forEachPosting(list, (ordinal, frequency) => {
    ordinals[at] = ordinal;
    counts[at++] = frequency;
  });
  return { ordinals, counts };
};

const encode = ({ ordinals, counts }: Frequencies): PostingList => {
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

const merge = (a: Frequencies, b: Frequencies, both: (a: number, b: number) => number): Frequencies => {
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
  // One of the two has entries left. `both` of a count and 0 is the count.
  for (const [{ ordinals: from, counts: of }, start] of [[a, left] as const, [b, right] as const]) {
    ordinals.set(from.subarray(start), count);
    counts.set(of.subarray(start), count);
    count += from.length - start;
  }
  return { ordinals: ordinals.subarray(0, count), counts: counts.subarray(0, count) };
};
