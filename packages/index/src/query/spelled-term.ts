import { decodePostings, encodePostings, mergeFrequencies, NO_FREQUENCIES } from "../postings/frequencies.ts";
import { PostingCursor } from "../postings/posting-cursor.ts";
import type { PostingList } from "../postings/posting-list.ts";
import type { IndexView, PostingSource, TermView } from "./index-view.ts";
import { documentFrequency } from "./read-term.ts";

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
  if (indexed.length === 0) return undefined;
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
    .map((lists) =>
      lists.map(decodePostings).reduce((a, b) => mergeFrequencies(a, b, (left, right) => left + right), NO_FREQUENCIES),
    )
    .reduce((a, b) => mergeFrequencies(a, b, Math.max), NO_FREQUENCIES);
  if (maxFrequencies.ordinals.length === 0) return own;
  if (own === undefined) return encodePostings(maxFrequencies);
  const known = new PostingCursor(own).frequenciesAt(maxFrequencies.ordinals);
  if (maxFrequencies.counts.every((count, at) => count <= known[at]!)) return own;
  return encodePostings(mergeFrequencies(decodePostings(own), maxFrequencies, Math.max));
};
