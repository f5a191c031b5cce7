import { classAt, EMOJI, OTHER, UNSEGMENTED, WORD } from "./character-classes.ts";
import { splitCamelCase, takeApart } from "./compound-word.ts";
import { cut, wordTerm } from "./word-term.ts";

/** Longest raw word that is looked at as a compound; the rest of a longer one is only skipped. */
export const MAX_COMPOUND_LENGTH = 256;

const APOSTROPHES_AND_HYPHENS = new Set([..."'’-‐‑_.@&"].map((char) => char.charCodeAt(0)));
const COMMA = 0x2c;
const TIMES = 0xd7;
const PLUS = 0x2b;
const HASH = 0x23;
const HIGHEST_JOINER = 0x2019;

/**
 * Called with an empty term for a word of nothing but marks, which takes a position all the same. `word` is what the
 * term was made of, in lower case; undefined for bigrams and for joined codes as a whole. `parts` is how many terms of
 * its parts follow a whole.
 */
export type Emit = (term: string, position: number, word?: string, parts?: number) => void;

/** Visitor that receives the positions of a text's words, beside their terms. */
export interface PositionVisitor {
  /** A word of a script that writes words apart; `isCompound` where joiners stand in it. */
  word(start: number, end: number, isCompound: boolean): void;
  /** A run of a script that doesn't, or an emoji. */
  run(start: number, end: number): void;
  /** Whether nobody asks for the terms of the word that was told last; they take no position then. */
  passesOver?(): boolean;
}

/** Calls `emit` for the terms of a text, which must be normalized, in their order, and `positions` for the words as they stand there. */
export function scan(text: string, emit: Emit, positions?: PositionVisitor): void {
  let position = 0;
  for (let index = 0; index < text.length;) {
    const kind = classAt(text, index);
    if (kind === OTHER) {
      index++;
    } else if (kind !== WORD) {
      const end = kind === EMOJI ? index + characterLength(text, index) : runEnd(text, index, UNSEGMENTED);
      positions?.run(index, end);
      position = emitBigrams(text, index, end, position, emit);
      index = end;
    } else {
      const simpleEnd = runEnd(text, index, WORD);
      const end = compoundEnd(text, index, simpleEnd);
      positions?.word(index, end, end > simpleEnd);
      if (positions?.passesOver?.() !== true) {
        position =
          end === simpleEnd
            ? emitWord(text.slice(index, end), position, emit)
            : emitCompound(text, index, end, position, emit);
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

/** Extends a word over joiners that have a word character on both sides, and over the marks of `C++` and `C#`. */
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

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function emitWord(raw: string, position: number, emit: Emit): number {
  const word = raw.length > MAX_COMPOUND_LENGTH ? cut(raw).toLowerCase() : raw.toLowerCase();
  const humps = raw.length > MAX_COMPOUND_LENGTH ? [] : splitCamelCase(raw);
  emit(wordTerm(word), position, word, humps.length > 1 ? humps.length : 0);
  if (humps.length < 2) return position + 1;
  emitParts(humps, position, emit);
  return position + humps.length;
}

function emitCompound(text: string, start: number, end: number, position: number, emit: Emit): number {
  const { whole, parts } = takeApart(text.slice(start, Math.min(end, start + MAX_COMPOUND_LENGTH)));
  if (whole !== null && (parts.length > 1 || whole !== parts[0])) {
    emit(cut(whole.toLowerCase()), position, undefined, parts.length);
  }
  emitParts(parts, position, emit);
  return position + parts.length;
}

function emitParts(parts: readonly string[], position: number, emit: Emit): void {
  for (const [index, part] of parts.entries()) {
    const word = part.toLowerCase();
    emit(wordTerm(word), position + index, word);
  }
}

function emitBigrams(text: string, start: number, end: number, position: number, emit: Emit): number {
  let at = start;
  let next = at + characterLength(text, at);
  if (next >= end) {
    emit(text.slice(at, end), position);
    return position + 1;
  }
  let ordinal = position;
  while (next < end) {
    const nextEnd = next + characterLength(text, next);
    emit(text.slice(at, nextEnd), ordinal++);
    at = next;
    next = nextEnd;
  }
  return ordinal + 1;
}

export function characterLength(text: string, index: number): number {
  return text.codePointAt(index)! > 0xffff ? 2 : 1;
}
