import { isWhitespace } from "./characters.ts";

/**
 * Maximum length of a segment, in UTF-16 units. It only matters for runs without any space or line break: there the count
 * can be off by a token per 64 Ki units, and the split pattern's backtracking stays bounded.
 */
export const MAX_SEGMENT_LENGTH = 65_536;

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SLASH = 0x2f;
const CJK_PUNCTUATION = new Set([..."，。、；：？！（）「」『』《》〈〉【】…“”"].map((char) => char.charCodeAt(0)));

/**
 * Returns the end of the segment that starts at `start`. Segments end only where the o200k split pattern must end a match
 * in any context, so that the tokens of a text are exactly the sum of the tokens of its segments: before a space that
 * follows a non-space; between an ASCII letter or digit and a line feed; after a line break that a non-space other than
 * "/" follows; between a Han or Kana letter and CJK punctuation.
 */
export function segmentEnd(text: string, start: number, limit: number): number {
  const hardEnd = Math.min(limit, start + MAX_SEGMENT_LENGTH);
  let previous = text.charCodeAt(start);
  for (let index = start + 1; index < hardEnd; index++) {
    const code = text.charCodeAt(index);
    if (startsSegment(previous, code)) return index;
    previous = code;
  }
  return hardEnd < limit && isHighSurrogate(previous) ? hardEnd - 1 : hardEnd;
}

/** Returns the start of the last segment, for a text shorter than the longest segment. */
export function lastSegmentStart(text: string): number {
  let start = Math.max(0, text.length - 1);
  while (start > 0 && !startsSegment(text.charCodeAt(start - 1), text.charCodeAt(start))) start--;
  return start;
}

/** Whether a segment always starts at a UTF-16 unit that follows another, in any context. */
export function startsSegment(previous: number, code: number): boolean {
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
