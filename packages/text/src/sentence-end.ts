import { isWhitespace, skipWhitespace } from "./characters.ts";

/** Marks that always end a sentence: CJK, Devanagari, Arabic, Urdu, Armenian, Ethiopic. */
const UNCONDITIONAL_END = new Set([..."。！？｡।॥؟۔։።"].map((char) => char.charCodeAt(0)));
const CLOSERS = new Set([..."\"')]}”’»」』）》"].map((char) => char.charCodeAt(0)));
const ABBREVIATIONS = new Set(
  "mr mrs ms dr prof st vs fig figs eq eqs e.g i.e approx jr sr al cf sec ch vol pp dept gen gov sen rep rev art bzw usw z.b d.h ca".split(
    " ",
  ),
);
const MAX_ABBREVIATION_LENGTH = 6;
/**
 * Minimum word length before a full stop and a small letter; shorter words are treated as abbreviations that are not in
 * the list.
 */
const MIN_LONG_WORD_LENGTH = 4;
/** Maximum white space searched for the next sentence's first character. */
const MAX_LOOKAHEAD = 16;

const LINE_FEED = 0x0a;
const FULL_STOP = 0x2e;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;

/**
 * Returns the end of the sentence that starts at `start`: the index after its final mark and closing quotes, so that
 * the next sentence starts with its leading white space. A line break ends a sentence unless the next line looks like
 * its continuation. One pass, constant memory; rules instead of Intl.Segmenter, which is many times slower on long
 * text.
 */
export function sentenceEnd(text: string, start: number): number {
  let hasContent = false;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === LINE_FEED) {
      if (hasContent && !startsLowerCase(text, index)) return index;
    } else if (code === FULL_STOP || code === EXCLAMATION || code === QUESTION) {
      const end = skipClosers(text, index + 1);
      if (hasContent && isStop(text, index, end, code)) return end;
      index = end - 1;
    } else if (code >= 0x80 && UNCONDITIONAL_END.has(code)) {
      return skipClosers(text, index + 1);
    }
    hasContent ||= !isWhitespace(code);
  }
  return text.length;
}

/**
 * Returns the end of the line that starts at `start`, at least one character further; the next line starts with the
 * line break.
 */
export function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", skipWhitespace(text, start));
  return end < 0 ? text.length : end;
}

function skipClosers(text: string, index: number): number {
  let end = index;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    const isMark = code === FULL_STOP || code === EXCLAMATION || code === QUESTION;
    if (!isMark && !CLOSERS.has(code) && !UNCONDITIONAL_END.has(code)) break;
    end++;
  }
  return end;
}

function isStop(text: string, mark: number, end: number, code: number): boolean {
  if (end >= text.length) return true;
  if (!isWhitespace(text.charCodeAt(end))) return false;
  if (code !== FULL_STOP) return true;
  if (end - mark === 1 && isAbbreviation(text, mark)) return false;
  return !startsLowerCase(text, end) || endsLongWord(text, mark);
}

function startsLowerCase(text: string, index: number): boolean {
  let at = index;
  let lines = 0;
  while (at < text.length && at < index + MAX_LOOKAHEAD && isWhitespace(text.charCodeAt(at))) {
    // An empty line is always a boundary.
    if (text.charCodeAt(at) === LINE_FEED && ++lines > 1) return false;
    at++;
  }
  const code = text.charCodeAt(at);
  if (code < 0x80) return code >= 0x61 && code <= 0x7a;
  const char = text.charAt(at);
  return char !== char.toUpperCase();
}

/**
 * Whether a full stop follows a longer word or a number, where it ends a sentence even in text that is all in lower
 * case.
 */
function endsLongWord(text: string, mark: number): boolean {
  for (let index = mark - 1; index >= mark - MIN_LONG_WORD_LENGTH; index--) {
    if (index < 0 || isWordBorder(text.charCodeAt(index)) || text.charCodeAt(index) === FULL_STOP) return false;
  }
  return true;
}

/** Whether the word is an abbreviation: "Dr.", "e.g.", or an initial such as "J.". */
function isAbbreviation(text: string, mark: number): boolean {
  let from = mark;
  while (from > 0 && mark - from <= MAX_ABBREVIATION_LENGTH && !isWordBorder(text.charCodeAt(from - 1))) from--;
  if (mark - from > MAX_ABBREVIATION_LENGTH) return false;
  const word = text.slice(from, mark);
  if (word.length === 1) return word !== "I" && /\p{Lu}/u.test(word);
  return ABBREVIATIONS.has(word.toLowerCase());
}

function isWordBorder(code: number): boolean {
  return isWhitespace(code) || code === 0x28 || code === 0x5b || code === 0x22;
}
