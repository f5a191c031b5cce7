/** Character classes of the split pattern below 0x80. */
const LETTER = 0;
const CAPITAL = 1;
export const DIGIT = 2;
const BLANK = 3;
const LINE_END = 4;
const SIGN = 5;

const SPACE = 0x20;
const SLASH = 0x2f;
const APOSTROPHE = 0x27;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Digits per token: the split pattern takes at most three together. */
const MAX_DIGITS = 3;
/**
 * Characters of the longest match handled here. Longer words are left to the code that splits them: a text can be one
 * word of megabytes.
 */
const MAX_LENGTH = 64;
const CONTRACTION_LENGTH = 3;

const kindOf = (character: string): number => {
  if (/[a-z]/.test(character)) return LETTER;
  if (/[A-Z]/.test(character)) return CAPITAL;
  if (/\d/.test(character)) return DIGIT;
  if (/[\r\n]/.test(character)) return LINE_END;
  return /\s/.test(character) ? BLANK : SIGN;
};

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

/** Returns the class of a UTF-16 unit; undefined outside ASCII. */
export const asciiKind = (code: number): number | undefined => KINDS[code];

/**
 * Returns the end of the match of the o200k split pattern that begins at `start`, ten times as fast as the pattern
 * itself. Returns -1 if the end is unknown, because the match contains or touches a non-ASCII character, or is longer
 * than 64 characters. Text after `end` is ignored.
 */
export function asciiWordEnd(text: string, start: number, end: number): number {
  if (end - start < MAX_LENGTH) return wordEnd(text, start, end);
  const last = start + MAX_LENGTH;
  const to = wordEnd(text, start, last);
  return to < last - CONTRACTION_LENGTH ? to : -1;
}

function wordEnd(text: string, start: number, end: number): number {
  const code = text.charCodeAt(start);
  const kind = KINDS[code];
  const next = start + 1;
  if (kind === undefined) return -1;
  if (kind === LETTER || kind === CAPITAL) return lettersEnd(text, start, end);
  if (kind === DIGIT) return digitsEnd(text, start, end);
  if (next < end && kind !== LINE_END) {
    const following = KINDS[text.charCodeAt(next)];
    if (following === undefined) return -1;
    // Any single character is joined with the letters after it.
    if (following === LETTER || following === CAPITAL) return lettersEnd(text, next, end);
    if (following === SIGN && code === SPACE) return signsEnd(text, next, end);
  }
  return kind === SIGN ? signsEnd(text, start, end) : blanksEnd(text, start, end);
}

/** Matches capitals, then small letters, then the end of a contraction. */
function lettersEnd(text: string, start: number, end: number): number {
  let at = start;
  let kind = KINDS[text.charCodeAt(at)];
  while (kind === CAPITAL) kind = ++at < end ? KINDS[text.charCodeAt(at)] : SIGN;
  while (kind === LETTER) kind = ++at < end ? KINDS[text.charCodeAt(at)] : SIGN;
  if (kind === undefined) return -1;
  return at < end && text.charCodeAt(at) === APOSTROPHE ? contractionEnd(text, at, end) : at;
}

function contractionEnd(text: string, apostrophe: number, end: number): number {
  const letters = text.slice(apostrophe + 1, Math.min(end, apostrophe + 3)).toLowerCase();
  if ("sdmt".includes(letters.charAt(0)) && letters !== "") return apostrophe + 2;
  return letters === "ll" || letters === "ve" || letters === "re" ? apostrophe + 3 : apostrophe;
}

function digitsEnd(text: string, start: number, end: number): number {
  const last = Math.min(end, start + MAX_DIGITS);
  let at = start + 1;
  while (at < last && KINDS[text.charCodeAt(at)] === DIGIT) at++;
  return at < last && KINDS[text.charCodeAt(at)] === undefined ? -1 : at;
}

function signsEnd(text: string, start: number, end: number): number {
  let at = start + 1;
  while (at < end && KINDS[text.charCodeAt(at)] === SIGN) at++;
  if (at < end && KINDS[text.charCodeAt(at)] === undefined) return -1;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== SLASH) break;
  }
  return at;
}

/**
 * Matches white space up to its last line end; without a line end, all but the last character, which belongs to the
 * next word.
 */
function blanksEnd(text: string, start: number, end: number): number {
  let at = start;
  let lineEnd = -1;
  let kind: number | undefined = BLANK;
  for (; at < end; at++) {
    kind = KINDS[text.charCodeAt(at)];
    if (kind === LINE_END) lineEnd = at;
    else if (kind !== BLANK) break;
  }
  if (at < end && kind === undefined) return -1;
  // If the run continues beyond the inspected text, it may have a later line end.
  if (at - start === MAX_LENGTH) return at;
  if (lineEnd >= 0) return lineEnd + 1;
  return at === end || at === start + 1 ? at : at - 1;
}
