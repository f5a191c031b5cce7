import { GRAMS_PER_WORD, idf, isGram, maxIdf, type Phrase, scoreBound, type SearchTerms } from "@quarry/plugin/text";
import type { IndexView, PostingSource, TermView } from "./index-view.ts";
import { readSpelled } from "./spelled-term.ts";

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
const phraseTerms = ({ phrases }: SearchTerms): readonly string[] => [
  ...new Set(phrases.flatMap(({ terms }) => terms)),
];

/** Every term of the view that a query may need. */
export const neededTerms = (view: IndexView, query: SearchTerms): readonly string[] => [
  ...query.terms.keys(),
  ...[...query.spellings.values()].flat(2),
  ...[...openGramsIn(view, query).values()].flat(),
  ...phraseTerms(query),
];

interface QueryTerm extends TermView {
  /** How often it counts in the query. */
  readonly count: number;
  readonly idf: number;
}

/**
 * A word is of a language that is indexed by grams too if so many of its grams are each held by so many of the texts that
 * hold the word: in a collection of several languages, any gram stands somewhere.
 */
const SHARE_OF_GRAMS = 0.5;
const SHARE_OF_TEXTS = 0.5;

const readTerms = (source: PostingSource, view: IndexView, query: SearchTerms): readonly QueryTerm[] => {
  const openGrams = openGramsIn(view, query);
  return Array.from(query.terms, ([term, count]) => {
    const forms = query.spellings.get(term);
    const held = forms === undefined ? source.termIn(view, term) : readSpelled(source, view, term, forms);
    const word = withInformation(view, held, count);
    const grams = openGrams.get(term);
    return grams === undefined ? [word] : [word, ...readOpenGrams(source, view, grams, word)];
  }).flat();
};

// The statistics are those of the whole collection.
const withInformation = (view: IndexView, { postings, frequency, mostShare }: TermView, count: number): QueryTerm => {
  const information = frequency === 0 ? maxIdf(view.liveCount) : idf(view.liveCount, frequency);
  return { count, postings, frequency, mostShare, idf: information };
};

const readOpenGrams = (
  source: PostingSource,
  view: IndexView,
  grams: readonly string[],
  { frequency, count }: QueryTerm,
): readonly QueryTerm[] => {
  const read: QueryTerm[] = [];
  const least = Math.max(1, frequency * SHARE_OF_TEXTS);
  let missing = 0;
  for (const gram of grams) {
    const term = withInformation(view, source.termIn(view, gram), count / GRAMS_PER_WORD);
    if (term.frequency < least) missing += 1;
    // Looking for the others would change nothing.
    if (missing > grams.length * (1 - SHARE_OF_GRAMS)) return [];
    read.push(term);
  }
  return read;
};

/** Fewer blocks are read as quickly as it is to know better. */
const FEW_BLOCKS = 4;

const NO_GRAMS: SearchTerms["openGrams"] = new Map();

/** Those of the query, unless the view has no grams at all. */
const openGramsIn = (view: IndexView, { openGrams }: SearchTerms): SearchTerms["openGrams"] =>
  openGrams.size > 0 && mayHoldGrams(view) ? openGrams : NO_GRAMS;

// The largest segment tells: looking for each gram would cost English queries more than all of their words.
const mayHoldGrams = ({ segments }: IndexView): boolean => {
  const [first, ...others] = segments;
  if (first === undefined) return false;
  const { firstTerms } = others.reduce((a, b) => (b.rows.length > a.rows.length ? b : a), first);
  return firstTerms.length <= FEW_BLOCKS || firstTerms.some(isGram);
};
