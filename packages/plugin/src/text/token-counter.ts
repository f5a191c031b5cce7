import { asciiKind, asciiWordEnd, DIGIT } from "./ascii-words.ts";
import { countPieceTokens } from "./o200k.ts";
import { PieceCounts } from "./piece-counts.ts";
import { pieceEnd } from "./token-pieces.ts";

/**
 * Counts exact o200k tokens: of ASCII word by word, of other text by pieces that end at white space, with the counts of short
 * ones remembered. Counts are exact for any text; only unbroken runs above 64 Ki characters may differ by a token per 64 Ki.
 * Memory is bounded.
 */
export class TokenCounter {
  readonly #counts = new PieceCounts();

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
      // Single bytes are tokens, and so are all numbers of up to three digits.
      if (to === from + 1 || (to > from && asciiKind(text.charCodeAt(from)) === DIGIT)) total++;
      else {
        if (to < 0) to = pieceEnd(text, from, end);
        total += this.#counts.of(text, from, to, countPieceTokens);
      }
      from = to;
    }
    return total;
  }
}
