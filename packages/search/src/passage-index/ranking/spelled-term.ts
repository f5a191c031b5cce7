import { otherSpelling } from "@quarry/text";
import { forEachPosting, type PostingList, writePosting } from "../postings/posting-list.ts";
import { frequenciesAt, hasSkipBlocks, writeSkipBlocks } from "../postings/skip-blocks.ts";
import { ByteReader, ByteWriter } from "../postings/varint.ts";
import type { IndexView, PostingSource, TermView } from "./index-view.ts";
import { documentFrequency } from "./read-term.ts";

/** Passages of a segment, ascending, and how often each holds something. */
interface Frequencies {
  readonly ordinals: Uint32Array;
  readonly counts: Uint32Array;
}

const NOTHING: Frequencies = { ordinals: new Uint32Array(0), counts: new Uint32Array(0) };

/** Every term of a view that tells how often passages hold a term that is looked for in some forms. */
export const spelledTerms = (forms: readonly string[]): readonly string[] =>
  forms.flatMap((form) => [form, otherSpelling(form)]);

/**
 * What a view holds of a term in all its forms (`SearchTerms.spellings`), as if the passages had it in one: a passage holds it as
 * often as the most frequent form, and that as often as it has it in this spelling and in others.
 */
export const readSpelled = (
  source: PostingSource,
  view: IndexView,
  term: string,
  forms: readonly string[] = [],
): TermView => {
  const own = source.termIn(view, term);
  const held = forms
    .map((form) => spelledTerms([form]).map((spelled) => source.termIn(view, spelled)))
    .map((spelled) => spelled.filter(({ postings }) => postings.some((list) => list !== undefined)))
    .filter((spelled) => spelled.some((one) => one !== own));
  if (held.length === 0) return own;
  const postings = own.postings.map((list, segment) =>
    withForms(
      list,
      held.map((spelled) => spelled.flatMap((one) => one.postings[segment] ?? [])),
    ),
  );
  if (postings.every((list, segment) => list === own.postings[segment])) return own;
  const others = new Set(held.flat().filter((one) => one !== own));
  // A passage earns no more by two lists together than by each for itself.
  const mostShare = [...others].reduce((sum, one) => sum + one.mostShare, own.mostShare);
  return {
    postings,
    frequency: documentFrequency(view, spelledTerms([term, ...forms]).join(" "), postings),
    mostShare: Math.min(1, mostShare),
  };
};

/** The list of a segment with what its passages hold of the forms; itself if they hold no more of them. */
const withForms = (
  own: PostingList | undefined,
  forms: readonly (readonly PostingList[])[],
): PostingList | undefined => {
  const most = forms
    .map((lists) => lists.map(decode).reduce((a, b) => merge(a, b, (left, right) => left + right), NOTHING))
    .reduce((a, b) => merge(a, b, Math.max), NOTHING);
  if (most.ordinals.length === 0) return own;
  if (own === undefined) return encode(most);
  const known = frequenciesAt(own, most.ordinals);
  if (most.counts.every((count, at) => count <= known[at]!)) return own;
  return encode(merge(decode(own), most, Math.max));
};

const decode = ({ bytes, start, end, count }: PostingList): Frequencies => {
  const ordinals = new Uint32Array(count);
  const counts = new Uint32Array(count);
  let at = 0;
  forEachPosting(new ByteReader(bytes, start), end, (ordinal, frequency) => {
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
  while (left < a.ordinals.length || right < b.ordinals.length) {
    const first = a.ordinals[left] ?? Number.POSITIVE_INFINITY;
    const second = b.ordinals[right] ?? Number.POSITIVE_INFINITY;
    ordinals[count] = Math.min(first, second);
    const ofFirst = first <= second ? a.counts[left++]! : 0;
    const ofSecond = second <= first ? b.counts[right++]! : 0;
    counts[count++] = both(ofFirst, ofSecond);
  }
  return { ordinals: ordinals.subarray(0, count), counts: counts.subarray(0, count) };
};
