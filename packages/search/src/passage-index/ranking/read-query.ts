import { idf, maxIdf, type Phrase, scoreBound, type SearchTerms } from "@quarry/text";
import { countLive, type PostingList } from "../postings/posting-list.ts";
import type { IndexView, PostingSource, SegmentView } from "./index-view.ts";

/** The postings of a term, per segment. */
export type TermPostings = readonly (PostingList | undefined)[];

/** A term that scores, in one view. */
export interface ScoringTerm {
  readonly postings: TermPostings;
  /** Number of live passages that hold it. */
  readonly frequency: number;
  /** Share of the query's information: no passage earns more by it. */
  readonly weight: number;
}

/** What a query asks for, as read from one view. */
export interface ReadQuery {
  /** In the order of the query. */
  readonly terms: readonly ScoringTerm[];
  readonly phrases: readonly Phrase[];
  /** The postings of all terms of the phrases. */
  readonly required: readonly TermPostings[];
}

/**
 * Reads what the collection has of a query, or of what it was repaired to. Scores are shares of what was asked: a repair
 * is a guess, so the word that it stands for counts as one that the collection doesn't know.
 */
export const readQuery = (
  source: PostingSource,
  view: IndexView,
  query: SearchTerms,
  repaired: SearchTerms,
): ReadQuery => {
  const asked = readTerms(source, view, query);
  const terms = query === repaired ? asked : readTerms(source, view, repaired);
  // The grams of a word and of its repair may differ in number, and a score must not exceed 1.
  const bound = Math.max(scoreBound(asked), scoreBound(terms));
  return {
    terms: terms.map(({ postings, frequency, count, idf: information }) => ({
      postings,
      frequency,
      weight: (count * information) / bound,
    })),
    phrases: query.phrases,
    required: phraseTerms(query).map((term) => termPostings(source, view, term)),
  };
};

/** Every term that a passage must have to hold the phrases of the query. */
export const phraseTerms = ({ phrases }: SearchTerms): readonly string[] => [
  ...new Set(phrases.flatMap(({ terms }) => terms)),
];

/** The postings of a term. */
export const termPostings = (source: PostingSource, view: IndexView, term: string): TermPostings => {
  const encoded = Buffer.from(term);
  return view.segments.map((segment) => source.postings(segment, term, encoded));
};

/** Number of live passages that hold the term. */
export const documentFrequency = (view: IndexView, term: string, postings: TermPostings): number => {
  let sum = 0;
  for (const [index, list] of postings.entries()) {
    if (list !== undefined) sum += liveCount(view.segments[index]!, term, list);
  }
  return sum;
};

interface QueryTerm {
  /** How often it counts in the query. */
  readonly count: number;
  readonly postings: TermPostings;
  readonly frequency: number;
  readonly idf: number;
}

// The statistics are those of the whole collection.
const readTerms = (source: PostingSource, view: IndexView, { terms }: SearchTerms): readonly QueryTerm[] =>
  Array.from(terms, ([term, count]) => {
    const postings = termPostings(source, view, term);
    const frequency = documentFrequency(view, term, postings);
    return {
      count,
      postings,
      frequency,
      idf: frequency === 0 ? maxIdf(view.liveCount) : idf(view.liveCount, frequency),
    };
  });

/** Postings from which the living ones are counted once and remembered as long as the segment stays as it is. */
const MIN_REMEMBERED = 1_024;
const remembered = new WeakMap<SegmentView, Map<string, number>>();

const liveCount = (segment: SegmentView, term: string, list: PostingList): number => {
  if (segment.deleted === undefined) return list.count;
  if (list.count < MIN_REMEMBERED) return countLive(list, segment.deleted);
  let counts = remembered.get(segment);
  if (counts === undefined) remembered.set(segment, (counts = new Map()));
  let count = counts.get(term);
  if (count === undefined) counts.set(term, (count = countLive(list, segment.deleted)));
  return count;
};
