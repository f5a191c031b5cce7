import { classAt, EMOJI, OTHER, UNSEGMENTED, WORD } from "./character-classes.ts";
import { splitCamelCase, splitCompound } from "./compound-word.ts";
import { truncateTerm, wordTerm } from "./word-term.ts";

/** Maximum length of a word that is analysed as a compound; the rest of a longer one is skipped. */
export const MAX_COMPOUND_LENGTH = 256;

const APOSTROPHES_AND_HYPHENS = new Set([..."'’-‐‑_.@&"].map((char) => char.charCodeAt(0)));
const COMMA = 0x2c;
const TIMES = 0xd7;
const PLUS = 0x2b;
const HASH = 0x23;
const HIGHEST_JOINER = 0x2019;

/**
 * Called for each term, with an empty term for a word of marks only. `word` is the lower-case text of the term;
 * undefined for bigrams and for whole joined codes. `parts` is the number of terms for parts that follow a whole.
 */
export type Emit = (term: string, word?: string, parts?: number) => void;

/** Visitor that receives the positions of a text's words, in addition to their terms. */
export interface PositionVisitor {
  /** Visits a word of a script with spaces between words; `isCompound` if it contains joiners. */
  word(start: number, end: number, isCompound: boolean): void;
  /** Visits a run of a script without spaces, or an emoji. */
  run(start: number, end: number): void;
  /** Returns whether the terms of the last visited word can be skipped. */
  passesOver?(): boolean;
}

/** Calls `emit` for the terms of a normalized text, in order, and `positions` for its words as they are written. */
export function scan(text: string, emit: Emit, positions?: PositionVisitor): void {
  for (let index = 0; index < text.length;) {
    const kind = classAt(text, index);
    if (kind === OTHER) {
      index++;
    } else if (kind !== WORD) {
      const end = kind === EMOJI ? index + characterLength(text, index) : runEnd(text, index, UNSEGMENTED);
      positions?.run(index, end);
      emitBigrams(text, index, end, emit);
      index = end;
    } else {
      const simpleEnd = runEnd(text, index, WORD);
      const end = compoundEnd(text, index, simpleEnd);
      positions?.word(index, end, end > simpleEnd);
      if (positions?.passesOver?.() !== true) {
        if (end === simpleEnd) emitWord(text.slice(index, end), emit);
        else emitCompound(text, index, end, emit);
      }
      index = end;
    }
  }
}

function runEnd(text: string, start: number, kind: number): number {
  let end = start + 1;
  while (end < text.length && classAt(text, end) === kind) end++;
  return end;
}

/** Extends a word over joiners with a word character on both sides, and over the marks of `C++` and `C#`. */
function compoundEnd(text: string, start: number, simpleEnd: number): number {
  let end = simpleEnd;
  while (end + 1 < text.length && isJoiner(text, end) && classAt(text, end + 1) === WORD)
    end = runEnd(text, end + 1, WORD);
  if (end - start > 3) return end;
  const code = text.charCodeAt(end);
  if (code === PLUS && text.charCodeAt(end + 1) === PLUS) return end + 2;
  return code === HASH && end - start === 1 ? end + 1 : end;
}

function isJoiner(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code > HIGHEST_JOINER) return false;
  if (code === COMMA || code === TIMES)
    return isDigit(text.charCodeAt(index - 1)) && isDigit(text.charCodeAt(index + 1));
  return APOSTROPHES_AND_HYPHENS.has(code);
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function emitWord(raw: string, emit: Emit): void {
  const word = raw.length > MAX_COMPOUND_LENGTH ? truncateTerm(raw).toLowerCase() : raw.toLowerCase();
  const camelCaseParts = raw.length > MAX_COMPOUND_LENGTH ? [] : splitCamelCase(raw);
  const isDivided = camelCaseParts.length > 1;
  emit(wordTerm(word), word, isDivided ? camelCaseParts.length : 0);
  if (isDivided) emitParts(camelCaseParts, emit);
}

function emitCompound(text: string, start: number, end: number, emit: Emit): void {
  const { whole, parts } = splitCompound(text.slice(start, Math.min(end, start + MAX_COMPOUND_LENGTH)));
  if (whole !== null && (parts.length > 1 || whole !== parts[0])) {
    emit(truncateTerm(whole.toLowerCase()), undefined, parts.length);
  }
  emitParts(parts, emit);
}

function emitParts(parts: readonly string[], emit: Emit): void {
  for (const part of parts) {
    const word = part.toLowerCase();
    emit(wordTerm(word), word);
  }
}

function emitBigrams(text: string, start: number, end: number, emit: Emit): void {
  let at = start;
  let next = at + characterLength(text, at);
  if (next >= end) emit(text.slice(at, end));
  while (next < end) {
    const nextEnd = next + characterLength(text, next);
    emit(text.slice(at, nextEnd));
    at = next;
    next = nextEnd;
  }
}

export function characterLength(text: string, index: number): number {
  return text.codePointAt(index)! > 0xffff ? 2 : 1;
}
