import { asciiKind, asciiWordEnd, DIGIT } from "./ascii-words.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { countPieceTokens, countWordTokens } from "./o200k.ts";
import { pieceEnd } from "./token-segments.ts";
import { WordCounts } from "./word-counts.ts";

/** Pieces that are no ASCII, remembered per half of the cache: about 5 MB in all. */
const CACHE_HALF_SIZE = 30_000;
/** Longer pieces are rarely seen twice. */
const MAX_CACHED_LENGTH = 40;

/**
 * Counts exact o200k tokens: of ASCII word by word, of other text by pieces that end at white space, with the counts of short
 * ones remembered. Counts are exact for any text; only unbroken runs above 64 Ki characters may differ by a token per 64 Ki.
 * Memory is bounded.
 */
export class TokenCounter {
  readonly #words = new WordCounts();
  readonly #segments = new BoundedCache<number>(CACHE_HALF_SIZE);

  count(text: string): number {
    return this.countRange(text, 0, text.length, Infinity);
  }

  /**
   * Tokens of `text.slice(start, end)`. Stops early once the count is above `stopAbove`; the result is then only
   * known to be greater than it.
   */
  countRange(text: string, start: number, end: number, stopAbove: number): number {
    let total = 0;
    for (let from = start; from < end && total <= stopAbove;) {
      let to = asciiWordEnd(text, from, end);
      if (to < 0) {
        to = pieceEnd(text, from, end);
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
    if (segment.length > MAX_CACHED_LENGTH) return countPieceTokens(segment);
    return this.#segments.get(segment, countPieceTokens);
  }
}
