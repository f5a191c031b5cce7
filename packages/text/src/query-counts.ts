import { joinedNumber } from "./joined-number.ts";
import { MAX_QUERY_TERMS } from "./query-limits.ts";
import { isGram } from "./word-grams.ts";

/**
 * Weight of a word in 4-grams: about half of the grams that a word has. With a weight of one, a text with pieces of
 * many words of the query would come before one that contains the words, and numbers and short words, which have no
 * grams, would count next to nothing (German nDCG@10 from .958 to .962).
 */
export const GRAMS_PER_WORD = 2.5;

/**
 * Weight of each query term, from its frequency in the query. The number of a joined term (`FY2018`) counts beside it;
 * words count more than their grams, if the query has any. Of very many grams the first are enough.
 */
export function queryCounts(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const weight = [...counts.keys()].some(isGram) ? GRAMS_PER_WORD : 1;
  const weighed = new Map<string, number>();
  let grams = 0;
  for (const [term, count] of counts) {
    if (!isGram(term)) weighed.set(term, count * weight);
    else if (++grams <= MAX_QUERY_TERMS) weighed.set(term, count);
  }
  for (const [term, count] of counts) {
    const number = joinedNumber(term);
    if (number !== undefined) weighed.set(number, (weighed.get(number) ?? 0) + count * weight);
  }
  return weighed;
}
