import { isGram, type Phrase, type SearchTerms } from "@quarry/text";
import type { IndexView, PostingSource, TermView } from "./index-view.ts";
import { readSpelled } from "./spelled-term.ts";
import { weighQuery } from "./weigh-query.ts";

/** A term that scores, in one view. */
export interface ScoringTerm extends TermView {
  /** Share of the query's information: no passage earns more by it. */
  readonly weight: number;
}

/** A query, as read from one view. */
export interface ReadQuery {
  /** In the order of the query. */
  readonly terms: readonly ScoringTerm[];
  readonly phrases: readonly Phrase[];
  /** The postings of all terms of the phrases. */
  readonly required: readonly TermView["postings"][];
}

/** Reads what the collection has of a query, or of what it was repaired to. */
export const readQuery = (
  source: PostingSource,
  view: IndexView,
  query: SearchTerms,
  repaired: SearchTerms,
): ReadQuery => {
  const terms = weighQuery(view.liveCount, query, repaired, {
    termOf: (term, forms) => (forms === undefined ? source.termIn(view, term) : readSpelled(source, view, term, forms)),
    openGramsOf: (requested) => openGramsIn(view, requested),
  });
  return {
    terms: terms.map(({ indexed: { postings, frequency, mostShare }, weight }) => ({
      postings,
      frequency,
      mostShare,
      weight,
    })),
    phrases: query.phrases,
    required: phraseTerms(query).map((term) => source.termIn(view, term).postings),
  };
};

/** Every term that a passage must have to hold the phrases of the query. */
export const phraseTerms = ({ phrases }: SearchTerms): readonly string[] => [
  ...new Set(phrases.flatMap(({ terms }) => terms)),
];

/** Fewer blocks are read as quickly as it is to know better. */
const FEW_BLOCKS = 4;

const NO_GRAMS: SearchTerms["openGrams"] = new Map();

/** Returns the query's open grams, unless the view has no grams at all. */
const openGramsIn = (view: IndexView, { openGrams }: SearchTerms): SearchTerms["openGrams"] =>
  openGrams.size > 0 && mayHoldGrams(view) ? openGrams : NO_GRAMS;

// The largest segment tells: looking for each gram would cost English queries more than all of their words.
const mayHoldGrams = ({ segments }: IndexView): boolean => {
  const [first, ...others] = segments;
  if (first === undefined) return false;
  const { firstTerms } = others.reduce((a, b) => (b.rows.length > a.rows.length ? b : a), first);
  return firstTerms.length <= FEW_BLOCKS || firstTerms.some(isGram);
};
