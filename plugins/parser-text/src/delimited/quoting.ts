const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;

/** Number of characters inspected to detect how a file escapes quotes. */
const SAMPLE_CHARACTERS = 65_536;
/** Minimum number of lines with a row's delimiters that can't be one cell. Fewer can be. */
const MIN_SWALLOWED_ROWS = 3;
/** The same for tabs, which don't occur in text. */
const MIN_SWALLOWED_TAB_ROWS = 2;

/**
 * Whether the quote at `quote` is escaped by a backslash that is not escaped itself. Characters before `from` are
 * ignored.
 */
export function isBackslashed(text: string, quote: number, from: number): boolean {
  let first = quote;
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (quote - first) % 2 === 1;
}

/**
 * Whether a file escapes quotes as `\"` (MySQL, Unix tools) rather than `""`: it does if fewer quoted fields then end
 * in the middle of their text. A path such as `"C:\"` only ends correctly without backslash escapes.
 */
export function escapesByBackslash(text: string, start: number, delimiterCode: number): boolean {
  const sample = text.slice(start, start + SAMPLE_CHARACTERS);
  return countBadEnds(sample, delimiterCode, true) < countBadEnds(sample, delimiterCode, false);
}

/** Counts quoted fields that are not followed by a delimiter or a line end. */
function countBadEnds(text: string, delimiterCode: number, hasBackslashes: boolean): number {
  let bad = 0;
  let at = 0;
  for (let open = text.indexOf('"', at); open >= 0; open = text.indexOf('"', at)) {
    at = open + 1;
    if (!opensField(text, open, delimiterCode)) continue;
    const end = closingQuote(text, at, hasBackslashes);
    if (end < 0) break;
    at = endOfBlanks(text, end + 1);
    if (at < text.length && !endsField(text.charCodeAt(at), delimiterCode)) bad++;
  }
  return bad;
}

function closingQuote(text: string, from: number, hasBackslashes: boolean): number {
  let at = from;
  for (let quote = text.indexOf('"', at); quote >= 0; quote = text.indexOf('"', at)) {
    if (hasBackslashes && isBackslashed(text, quote, at)) at = quote + 1;
    else if (text.charCodeAt(quote + 1) === QUOTE) at = quote + 2;
    else return quote;
  }
  return -1;
}

function opensField(text: string, quote: number, delimiterCode: number): boolean {
  let before = quote - 1;
  while (before >= 0 && text.charCodeAt(before) === BLANK) before--;
  return before < 0 || endsField(text.charCodeAt(before), delimiterCode);
}

export const endsField = (code: number, delimiterCode: number): boolean => code === delimiterCode || code === LINE_FEED;

/** Returns the first delimiter or line end from `from` on, or the end of the text. */
export function endOfField(text: string, from: number, delimiterCode: number): number {
  let at = from;
  while (at < text.length && !endsField(text.charCodeAt(at), delimiterCode)) at++;
  return at;
}

/** Returns the position after the spaces, and the carriage return of a line end, at `from`. */
export function endOfBlanks(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === BLANK || code === CARRIAGE_RETURN; code = text.charCodeAt(++at));
  return at;
}

/**
 * Whether each line of `text` would be a row of `width` cells if its quotes were plain characters. They then are rows,
 * between a value that begins with a quote (`"1/2 inch`) and one that ends in one (`5"`).
 */
export function areRows(text: string, width: number, delimiter: string): boolean {
  const isTab = delimiter === "\t";
  let lines = 0;
  for (let start = 0; start <= text.length; lines++) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end < 0 ? text.length : end);
    // A space after a comma indicates a sentence.
    if (line.split(delimiter).length !== width || (!isTab && line.includes(`${delimiter} `))) return false;
    start = end < 0 ? text.length + 1 : end + 1;
  }
  return width > 1 && lines >= (isTab ? MIN_SWALLOWED_TAB_ROWS : MIN_SWALLOWED_ROWS);
}
