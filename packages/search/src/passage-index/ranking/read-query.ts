import { idf, maxIdf, type Phrase, scoreBound, type SearchTerms } from "@quarry/text";
import type { IndexView, PostingSource, TermView } from "./index-view.ts";

/** A term that scores, in one view. */
export interface ScoringTerm extends TermView {
  /** Share of the query's information: no passage earns more by it. */
  readonly weight: number;
}

/** What a query asks for, as read from one view. */
export interface ReadQuery {
  /** In the order of the query. */
  readonly terms: readonly ScoringTerm[];
  readonly phrases: readonly Phrase[];
  /** The postings of all terms of the phrases. */
  readonly required: readonly TermView["postings"][];
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
    terms: terms.map(({ postings, frequency, mostShare, count, idf: information }) => ({
      postings,
      frequency,
      mostShare,
      weight: (count * information) / bound,
    })),
    phrases: query.phrases,
    required: phraseTerms(query).map((term) => source.termIn(view, term).postings),
  };
};

/** Every term that a passage must have to hold the phrases of the query. */
export const phraseTerms = ({ phrases }: SearchTerms): readonly string[] => [
  ...new Set(phrases.flatMap(({ terms }) => terms)),
];

interface QueryTerm extends TermView {
  /** How often it counts in the query. */
  readonly count: number;
  readonly idf: number;
}

// The statistics are those of the whole collection.
const readTerms = (source: PostingSource, view: IndexView, { terms }: SearchTerms): readonly QueryTerm[] =>
  Array.from(terms, ([term, count]) => {
    const { postings, frequency, mostShare } = source.termIn(view, term);
    return {
      count,
      postings,
      frequency,
      mostShare,
      idf: frequency === 0 ? maxIdf(view.liveCount) : idf(view.liveCount, frequency),
    };
  });
