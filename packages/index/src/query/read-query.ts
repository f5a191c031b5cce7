import { isGram, type Phrase, type SearchTerms } from "@quarry/text";
import type { IndexView, PostingSource, TermView } from "./index-view.ts";
import { readSpelled } from "./spelled-term.ts";
import { type WeightedTerm, weighQuery } from "./weigh-query.ts";

/** A query as read from one view. */
export interface ReadQuery {
  /** Terms in the order of the query. */
  readonly terms: readonly WeightedTerm<TermView>[];
  readonly phrases: readonly Phrase[];
  /** Postings of all terms of the phrases. */
  readonly required: readonly TermView["postings"][];
}

/** Reads the postings of a query, or of its spelling correction. */
export const readQuery = (
  source: PostingSource,
  view: IndexView,
  query: SearchTerms,
  repaired: SearchTerms,
): ReadQuery => ({
  terms: weighQuery(view.liveCount, query, repaired, {
    termOf: (term, forms) => (forms === undefined ? source.termIn(view, term) : readSpelled(source, view, term, forms)),
    openGramsOf: (requested) => openGramsIn(view, requested),
  }),
  phrases: query.phrases,
  required: phraseTerms(query).map((term) => source.termIn(view, term).postings),
});

/** Returns the terms that a passage must contain to contain the phrases of the query. */
export const phraseTerms = ({ phrases }: SearchTerms): readonly string[] => [
  ...new Set(phrases.flatMap(({ terms }) => terms)),
];

/** Number of blocks up to which reading them costs no more than this check. */
const FEW_BLOCKS = 4;

const NO_GRAMS: SearchTerms["openGrams"] = new Map();

/** Returns the query's open grams, unless the view has no grams at all. */
const openGramsIn = (view: IndexView, { openGrams }: SearchTerms): SearchTerms["openGrams"] =>
  openGrams.size > 0 && mayContainGrams(view) ? openGrams : NO_GRAMS;

// Checks only the largest segment: a lookup of each gram would cost English queries more than all of their words.
const mayContainGrams = ({ segments }: IndexView): boolean => {
  const [first, ...others] = segments;
  if (first === undefined) return false;
  const { firstTerms } = others.reduce((a, b) => (b.rows.length > a.rows.length ? b : a), first);
  return firstTerms.length <= FEW_BLOCKS || firstTerms.some(isGram);
};
