import { asciiKind, asciiWordEnd, DIGIT } from "./ascii-words.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { countSegmentTokens, countWordTokens } from "./o200k.ts";
import { segmentEnd } from "./token-segments.ts";
import { WordCounts } from "./word-counts.ts";

/** Number of non-ASCII segments cached per half of the cache: about 5 MB in all. */
const CACHE_HALF_SIZE = 30_000;
/** Maximum length of a cached segment; longer ones rarely occur twice. */
const MAX_CACHED_LENGTH = 40;

const words = new WordCounts();
const segments = new BoundedCache<number>(CACHE_HALF_SIZE);

/**
 * Returns the exact number of o200k tokens in `text`, by the byte-pair rules of tiktoken. Never throws: special-token
 * text such as `<|endoftext|>` counts as ordinary characters. The vocabulary (5 MB in memory) loads on first use.
 */
export const countTokens = (text: string): number => countTokensIn(text, 0, text.length);

/**
 * Returns the tokens of `text.slice(start, end)`. Stops early once the count exceeds `stopAbove`; the result is then
 * only known to be greater than it.
 *
 * Counts ASCII word by word, and other text by segments that end at white space. Caches the counts of short ones for
 * all texts of the thread. Only unbroken runs above 64 Ki characters can differ by a token per 64 Ki.
 */
export function countTokensIn(text: string, start: number, end: number, stopAbove = Infinity): number {
  let total = 0;
  for (let from = start; from < end && total <= stopAbove;) {
    let to = asciiWordEnd(text, from, end);
    if (to < 0) {
      to = segmentEnd(text, from, end);
      total += countSegment(text.slice(from, to));
    } else if (to === from + 1 || asciiKind(text.charCodeAt(from)) === DIGIT) {
      // All single bytes are tokens, and all numbers of up to three digits.
      total++;
    } else total += words.of(text, from, to, countWordTokens);
    from = to;
  }
  return total;
}

function countSegment(segment: string): number {
  if (segment.length > MAX_CACHED_LENGTH) return countSegmentTokens(segment);
  return segments.get(segment, countSegmentTokens);
}
