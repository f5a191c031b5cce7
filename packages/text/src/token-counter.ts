import { asciiKind, asciiWordEnd, DIGIT } from "./ascii-words.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { countSegmentTokens, countWordTokens } from "./o200k.ts";
import { segmentEnd } from "./token-segments.ts";
import { WordCounts } from "./word-counts.ts";

/** Number of non-ASCII segments cached per half of the cache: about 5 MB in all. */
const CACHE_HALF_SIZE = 30_000;
/** Maximum length of a cached segment; longer ones rarely occur twice. */
const MAX_CACHED_LENGTH = 40;

/**
 * Counts exact o200k tokens: ASCII word by word, other text by segments that end at white space. Caches the counts of
 * short ones. Counts are exact for any text; only unbroken runs above 64 Ki characters can differ by a token per 64 Ki.
 * Memory is bounded.
 */
export class TokenCounter {
  readonly #words = new WordCounts();
  readonly #segments = new BoundedCache<number>(CACHE_HALF_SIZE);

  count(text: string): number {
    return this.countRange(text, 0, text.length, Infinity);
  }

  /**
   * Returns the tokens of `text.slice(start, end)`. Stops early once the count exceeds `stopAbove`; the result is then
   * only known to be greater than it.
   */
  countRange(text: string, start: number, end: number, stopAbove: number): number {
    let total = 0;
    for (let from = start; from < end && total <= stopAbove;) {
      let to = asciiWordEnd(text, from, end);
      if (to < 0) {
        to = segmentEnd(text, from, end);
        total += this.#countSegment(text.slice(from, to));
      } else if (to === from + 1 || asciiKind(text.charCodeAt(from)) === DIGIT) {
        // All single bytes are tokens, and all numbers of up to three digits.
        total++;
      } else total += this.#words.of(text, from, to, countWordTokens);
      from = to;
    }
    return total;
  }

  #countSegment(segment: string): number {
    if (segment.length > MAX_CACHED_LENGTH) return countSegmentTokens(segment);
    return this.#segments.get(segment, countSegmentTokens);
  }
}
