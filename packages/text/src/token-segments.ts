import { isWhitespace } from "./characters.ts";

/**
 * A piece never grows beyond this many UTF-16 units. It only matters for runs without any space or line break: there the
 * count may be off by a token per 64 Ki units, and the split pattern's backtracking stays bounded.
 */
export const MAX_PIECE_LENGTH = 65_536;

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SLASH = 0x2f;
const CJK_PUNCTUATION = new Set([..."，。、；：？！（）「」『』《》〈〉【】…“”"].map((char) => char.charCodeAt(0)));

/**
 * End of the piece that starts at `start`. Pieces end only where the o200k split pattern must end a match whatever
 * stands around, so that the tokens of a text are exactly the sum of the tokens of its pieces:
 * before a space that follows a non-space; between an ASCII letter or digit and a line feed; after a line break that a
 * non-space other than "/" follows; between a Han or Kana letter and CJK punctuation.
 */
export function pieceEnd(text: string, start: number, limit: number): number {
  const hardEnd = Math.min(limit, start + MAX_PIECE_LENGTH);
  let previous = text.charCodeAt(start);
  for (let index = start + 1; index < hardEnd; index++) {
    const code = text.charCodeAt(index);
    if (startsPiece(previous, code)) return index;
    previous = code;
  }
  return hardEnd < limit && isHighSurrogate(previous) ? hardEnd - 1 : hardEnd;
}

/** Start of the last piece; of a text that is shorter than the longest piece. */
export function lastPieceStart(text: string): number {
  let start = Math.max(0, text.length - 1);
  while (start > 0 && !startsPiece(text.charCodeAt(start - 1), text.charCodeAt(start))) start--;
  return start;
}

/** Whether a piece starts at a UTF-16 unit that stands behind another, whatever stands around them. */
export function startsPiece(previous: number, code: number): boolean {
  if (code <= SPACE) {
    return code === SPACE ? !isWhitespace(previous) : code === LINE_FEED && isAsciiAlphanumeric(previous);
  }
  if (previous === LINE_FEED || previous === CARRIAGE_RETURN) return code !== SLASH && !isWhitespace(code);
  return code >= 0x2000 && isHanOrKana(previous) && CJK_PUNCTUATION.has(code);
}

function isAsciiAlphanumeric(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

function isHanOrKana(code: number): boolean {
  return (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3041 && code <= 0x3096) || (code >= 0x30a1 && code <= 0x30fa);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
