/** Saturation of repeated terms; Lucene's default, used when the goals were measured. */
export const BM25_K1 = 1.2;
/** Weight of the length normalisation. */
export const BM25_B = 0.75;

/** Information of a term that `documentFrequency` of `documentCount` texts hold; always above 0. */
export function idf(documentCount: number, documentFrequency: number): number {
  return Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** IDF of a term that the collection doesn't have: the highest there is. */
export function maxIdf(documentCount: number): number {
  return idf(documentCount, 0);
}

/**
 * Share of a term's idf that a text earns by holding it `frequency` times: in [0, 1), Lucene's form without the factor
 * (k1 + 1). `length` and `averageLength` are in terms; an average of 0 (an empty index) counts as no normalisation.
 */
export function termScore(frequency: number, length: number, averageLength: number): number {
  if (frequency <= 0) return 0;
  const relativeLength = averageLength > 0 ? length / averageLength : 1;
  return frequency / (frequency + BM25_K1 * (1 - BM25_B + BM25_B * relativeLength));
}

/** A query's term: how often it occurs in the query, and its idf. */
export interface WeightedTerm {
  readonly count: number;
  readonly idf: number;
}

/**
 * Upper bound of a query's score, by which a text's sum of `count * idf * termScore` is divided, so that the score is
 * the share of the query's information that the text has, in [0, 1). Terms unknown to the collection belong in it, with
 * `maxIdf`.
 */
export function scoreBound(terms: Iterable<WeightedTerm>): number {
  let sum = 0;
  for (const term of terms) sum += term.count * term.idf;
  return sum;
}
