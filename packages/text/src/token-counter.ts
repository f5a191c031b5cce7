import { countPieceTokens } from "./o200k.ts";
import { pieceEnd } from "./token-pieces.ts";

/** Pieces remembered per half of the cache: about 5 MB in all. English prose of 50 MB uses about 60,000 distinct ones. */
const CACHE_HALF_SIZE = 30_000;
/** Longer pieces are rarely seen twice. */
const MAX_CACHED_LENGTH = 24;

/**
 * Counts exact o200k tokens, remembering the counts of short whitespace-led pieces (about 8 times faster than
 * encoding). Counts are exact for any text; only unbroken runs above 64 Ki characters may differ by a token per 64 Ki.
 * Memory is bounded: the cache has two halves, and when the young one is full it replaces the old one.
 */
export class TokenCounter {
  #young = new Map<string, number>();
  #old = new Map<string, number>();

  count(text: string): number {
    return this.countRange(text, 0, text.length, Infinity);
  }

  /**
   * Tokens of `text.slice(start, end)`. Stops early once the count is above `stopAbove`; the result is then only
   * known to be greater than it.
   */
  countRange(text: string, start: number, end: number, stopAbove: number): number {
    let total = 0;
    for (let from = start; from < end;) {
      const to = pieceEnd(text, from, end);
      total += this.#countPiece(text.slice(from, to));
      if (total > stopAbove) return total;
      from = to;
    }
    return total;
  }

  #countPiece(piece: string): number {
    if (piece.length > MAX_CACHED_LENGTH) return countPieceTokens(piece);
    const known = this.#young.get(piece);
    if (known !== undefined) return known;
    const count = this.#old.get(piece) ?? countPieceTokens(piece);
    if (this.#young.size >= CACHE_HALF_SIZE) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(piece, count);
    return count;
  }
}
