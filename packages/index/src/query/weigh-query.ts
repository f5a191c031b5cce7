import { GRAMS_PER_WORD, idf, scoreBound, type SearchTerms } from "@quarry/text";

/** A term of a query in a collection, in all its forms. */
export interface IndexedTerm {
  /** Number of passages that contain it. */
  readonly frequency: number;
}

/** Lookups that a query needs from a collection. */
export interface QuerySource<Indexed extends IndexedTerm> {
  /** Looks up a term. Without `forms` the term has only one form. */
  readonly termOf: (term: string, forms: readonly (readonly string[])[] | undefined) => Indexed;
  /** Returns the query's open grams, unless the collection can't have any. */
  readonly openGramsOf: (query: SearchTerms) => SearchTerms["openGrams"];
}

/** A scoring term. */
export interface WeightedTerm<Indexed extends IndexedTerm> {
  readonly indexed: Indexed;
  /** Share of the query's information: upper bound of a passage's score for the term. */
  readonly weight: number;
}

/**
 * Returns the weighted terms of a query, or of its spelling correction, in the order of the query. Scores are relative
 * to the original query: a correction is a guess, so the replaced word counts as one that the collection doesn't
 * contain.
 */
export const weighQuery = <Indexed extends IndexedTerm>(
  liveCount: number,
  query: SearchTerms,
  repaired: SearchTerms,
  source: QuerySource<Indexed>,
): readonly WeightedTerm<Indexed>[] => {
  const queryTerms = readTerms(liveCount, query, source);
  const terms = query === repaired ? queryTerms : readTerms(liveCount, repaired, source);
  // A word and its correction can have different numbers of grams, and a score must not exceed 1.
  const bound = Math.max(scoreBound(queryTerms), scoreBound(terms));
  return terms.map(({ indexed, count, idf: information }) => ({ indexed, weight: (count * information) / bound }));
};

interface QueryTerm<Indexed extends IndexedTerm> {
  readonly indexed: Indexed;
  /** Frequency of the term in the query. */
  readonly count: number;
  readonly idf: number;
}

/**
 * The grams of a word are used too if at least SHARE_OF_GRAMS of them each occur in at least SHARE_OF_TEXTS as many
 * texts as the word. The word is then in a language that is indexed by grams. A single gram proves nothing: in a
 * collection of several languages, any gram occurs somewhere.
 */
const SHARE_OF_GRAMS = 0.5;
const SHARE_OF_TEXTS = 0.5;

const readTerms = <Indexed extends IndexedTerm>(
  liveCount: number,
  query: SearchTerms,
  source: QuerySource<Indexed>,
): readonly QueryTerm<Indexed>[] => {
  const openGrams = source.openGramsOf(query);
  return Array.from(query.terms, ([term, count]) => {
    const word = withInformation(liveCount, source.termOf(term, query.spellings.get(term)), count);
    const grams = openGrams.get(term);
    return grams === undefined ? [word] : [word, ...readOpenGrams(liveCount, source, grams, word)];
  }).flat();
};

// Uses the statistics of the whole collection.
const withInformation = <Indexed extends IndexedTerm>(
  liveCount: number,
  indexed: Indexed,
  count: number,
): QueryTerm<Indexed> => ({ indexed, count, idf: idf(liveCount, indexed.frequency) });

const readOpenGrams = <Indexed extends IndexedTerm>(
  liveCount: number,
  source: QuerySource<Indexed>,
  grams: readonly string[],
  { indexed: { frequency }, count }: QueryTerm<Indexed>,
): readonly QueryTerm<Indexed>[] => {
  const read: QueryTerm<Indexed>[] = [];
  const least = Math.max(1, frequency * SHARE_OF_TEXTS);
  let missing = 0;
  for (const gram of grams) {
    const term = withInformation(liveCount, source.termOf(gram, undefined), count / GRAMS_PER_WORD);
    if (term.indexed.frequency < least) missing += 1;
    // The remaining lookups can't change the result.
    if (missing > grams.length * (1 - SHARE_OF_GRAMS)) return [];
    read.push(term);
  }
  return read;
};
