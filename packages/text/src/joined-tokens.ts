import type { ChunkUnit } from "./chunk-unit.ts";
import type { TokenCounter } from "./token-counter.ts";
import { lastPieceStart, MAX_PIECE_LENGTH, pieceEnd, startsPiece } from "./token-segments.ts";

export type CountedPart = Pick<ChunkUnit, "gap" | "text" | "tokens" | "isExact">;

/**
 * Exact tokens of the parts, trimmed as a whole: their own, with only the pieces counted again that a seam goes through.
 * Undefined where those don't tell it, and the text itself has to be counted.
 */
export function joinedTokens(parts: readonly CountedPart[], counter: TokenCounter): number | undefined {
  let total = 0;
  let before = "";
  /** Whether the first piece of `before` begins ahead of it. */
  let isOpen = false;
  for (const [index, part] of parts.entries()) {
    const isFirst = index === 0;
    const text = isFirst ? part.text.trimStart() : part.text;
    if (!part.isExact || text === "" || part.text.length >= MAX_PIECE_LENGTH) return undefined;
    total += part.gap === "" ? part.tokens : part.tokens - 1;
    if (isFirst) {
      total += trimmedStart(part.text, part.text.length - text.length, counter);
    } else if (isSeamOfPieces(before, part.gap, text)) {
      total += counter.count(part.gap);
      isOpen = false;
    } else {
      const from = lastPieceStart(before);
      if (from === 0 && isOpen) return undefined;
      total += joinedPieces(before, from, part.gap, text, counter);
      isOpen = true;
    }
    before = text;
  }
  const length = before.trimEnd().length;
  if (length === before.length) return total;
  const from = lastPieceStart(before);
  if (length === 0 || (from === 0 && isOpen)) return undefined;
  return total + counter.countRange(before, from, length, Infinity) - countFrom(before, from, counter);
}

/** Number of tokens that a text has more without the white space in front, which lies within its first piece. */
function trimmedStart(text: string, from: number, counter: TokenCounter): number {
  if (from === 0) return 0;
  const to = pieceEnd(text, 0, text.length);
  return counter.countRange(text, from, to, Infinity) - counter.countRange(text, 0, to, Infinity);
}

function isSeamOfPieces(before: string, gap: string, text: string): boolean {
  const last = before.charCodeAt(before.length - 1);
  const first = text.charCodeAt(0);
  if (gap === "") return startsPiece(last, first);
  return startsPiece(last, gap.charCodeAt(0)) && startsPiece(gap.charCodeAt(gap.length - 1), first);
}

/** Number of tokens that the last piece of one text has more together with the first of the next. */
function joinedPieces(before: string, from: number, gap: string, text: string, counter: TokenCounter): number {
  const to = pieceEnd(text, 0, text.length);
  const joined = counter.count(`${before.slice(from)}${gap}${text.slice(0, to)}`);
  return joined - countFrom(before, from, counter) - counter.countRange(text, 0, to, Infinity);
}

function countFrom(text: string, from: number, counter: TokenCounter): number {
  return counter.countRange(text, from, text.length, Infinity);
}
