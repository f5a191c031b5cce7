/** BM25 parameter k1, the saturation of repeated terms. Lucene's default, used when the goals were measured. */
export const BM25_K1 = 1.2;
/** BM25 parameter b, the weight of the length normalisation. */
export const BM25_B = 0.75;

/**
 * Returns the inverse document frequency of a term that `documentFrequency` of `documentCount` texts contain; always
 * above 0, and highest for a term that the collection doesn't contain.
 */
export function idf(documentCount: number, documentFrequency: number): number {
  return Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** Query term: its frequency in the query, and its IDF. */
export interface WeightedTerm {
  readonly count: number;
  readonly idf: number;
}

/**
 * Returns the upper bound of a query's score. A text scores less than `count * idf` for each term (Lucene's form of
 * BM25, without the factor k1 + 1). The sum of its term scores is divided by the bound, so that the score is the share of
 * the query's information that the text contains, in [0, 1). Include terms that the collection doesn't contain.
 */
export function scoreBound(terms: Iterable<WeightedTerm>): number {
  let sum = 0;
  for (const term of terms) sum += term.count * term.idf;
  return sum;
}
