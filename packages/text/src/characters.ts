const EXTENDS_CLUSTER = /\p{M}|\p{Emoji_Modifier}|\u200d/u;
const ZERO_WIDTH_JOINER = 0x200d;
/**
 * Length beyond which combining sequences are split anyway: no script needs longer ones, only adversarial text has
 * them.
 */
const MAX_CLUSTER_LENGTH = 32;

/** Span of a text in UTF-16 units; the end is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Whether the UTF-16 unit is white space in the sense of JavaScript's `\s`. */
export function isWhitespace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x3000 ||
    code === 0xfeff ||
    code === 0x1680 ||
    (code >= 0x2000 && (code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f))
  );
}

/** Returns the offset after the white space that begins at an index; the index itself if there is none. */
export function skipWhitespace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWhitespace(text.charCodeAt(at))) at++;
  return at;
}

/**
 * Returns the nearest index at or before `index` where `text` can be split without splitting a surrogate pair or,
 * within limits, a base character from its combining marks. Never below `minimum + 1`, except by a surrogate half.
 */
export function safeSplitIndex(text: string, index: number, minimum: number): number {
  const floor = Math.max(minimum + 1, index - MAX_CLUSTER_LENGTH);
  for (let cut = index; cut >= floor; cut--) {
    if (!splitsCharacter(text, cut)) return cut;
  }
  return isLowSurrogateAt(text, index) ? index + 1 : index;
}

function splitsCharacter(text: string, cut: number): boolean {
  const code = text.charCodeAt(cut);
  if (code < 0x300 || cut >= text.length) return false;
  if (isLowSurrogateAt(text, cut)) return true;
  return (
    EXTENDS_CLUSTER.test(String.fromCodePoint(text.codePointAt(cut)!)) || text.charCodeAt(cut - 1) === ZERO_WIDTH_JOINER
  );
}

function isLowSurrogateAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
