import { joinedNumber } from "./joined-number.ts";
import { FRAME_WORDS } from "./stop-words.ts";
import { isGram } from "./word-grams.ts";
import { wordTerm } from "./word-term.ts";

/**
 * Maximum number of distinct terms of a query, words and grams each. A long question has about 50, a page of text about
 * 300. Each costs a lookup in every segment of an index, and up to one posting per passage of the collection.
 */
export const MAX_QUERY_TERMS = 1_000;

/**
 * Weight of a word, in 4-grams: about half the number of grams of a word. With a weight of one, a text with pieces of
 * many words of the query would rank above one that contains the words, and numbers and short words, which have no
 * grams, would hardly count (German nDCG@10 from .958 to .962).
 */
export const GRAMS_PER_WORD = 2.5;

/**
 * Weight of a frame word in an English query, relative to 1 for other words. Company reports contain `question` less
 * often than `cash`, so it would otherwise weigh more. Not 0: `help desk` still prefers texts with both words.
 */
const FRAME_WEIGHT = 0.25;
/**
 * Pattern of a word that stands alone between blanks: parts of `sign-in`, `getName` and addresses are not frame words.
 */
const ALONE = /^[^a-z]?([a-z]+)[^a-z]{0,3}$/;

/**
 * Returns the weight of each term of the query `text`, from its frequency there. The number in a joined term (`FY2018`)
 * counts in addition. Words have more weight than their grams if the query has grams, and otherwise more than frame
 * words (`please`, `other`). Only the first grams of a very long query are used.
 */
export function queryCounts(counts: ReadonlyMap<string, number>, text: string): ReadonlyMap<string, number> {
  const hasGrams = [...counts.keys()].some(isGram);
  const weight = hasGrams ? GRAMS_PER_WORD : 1;
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
  if (hasGrams) return weighed;
  for (const token of text.toLowerCase().split(/\s+/)) {
    const word = ALONE.exec(token)?.[1] ?? "";
    const term = FRAME_WORDS.has(word) ? wordTerm(word) : "";
    const count = weighed.get(term);
    if (count !== undefined) weighed.set(term, count - (1 - FRAME_WEIGHT));
  }
  return weighed;
}
