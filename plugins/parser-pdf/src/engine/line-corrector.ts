import { noteMarkBreak, noteMarkText } from "@quarry/text";
import type { RawCalls } from "./engine.ts";
import type { GlyphNames } from "./glyph-names.ts";
import { isRaised, possibleMark, startsNote, type LetterMetrics } from "./raised-mark.ts";
import type { Scratch } from "./scratch.ts";
import type { TextEdit } from "./text-edit.ts";

/**
 * Maximum offset of a copy of a letter (halo, shadow, fake bold by striking twice), in font sizes and as a share of the
 * letter's box. The narrowest letters follow each other at 0.18, and the boxes of others overlap.
 */
const MAX_COPY_OFFSET = 0.145;
const MAX_COPY_SHARE = 0.68;
const MAX_COPIES = 8;
const OTHER_BASELINE = 0.02;
// Cheap pre-check before the full patterns: most lines don't match.
const SINGLE_LETTERS = /[^ ] +[^ ] +[^ ] /;
const RAISED_FIGURE = /[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]/;
const RAISED_FIGURES = /(?<=\S)[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3}(?![\p{L}\p{N}])/gu;
/** Mark that the engine writes after the last letter of a hyphenated word. */
export const DIVISION_MARK = "\ufffe";
/** Single letters with spaces between them: possible letter-spaced words. Digits next to them are spaced alike. */
const SPACED = /(?<![^ ])[\p{Lu}\p{Ll}\p{Nd}](?: +[\p{Lu}\p{Ll}\p{Nd}]){3,}(?![^ ])/gu;
/** Minimum letter gap of letter-spaced words, in font sizes. The gap between words must exceed it. */
const MIN_SPACING = 0.1;
const WORD_SPACING = 1.5;
const WORD_SPACING_MORE = 0.05;
/** Fewer letters are a list of variables or marks. */
const SPACED_WORD = /\p{Lu}{4}|[\p{Lu}\p{Ll}]{5}/u;
/** "A B C D" and "B A C D" are labels or grades. */
const MIN_LETTER_RANGE = 6;

/** Writing direction of a line. */
export interface Direction {
  readonly angle: number;
  readonly cosine: number;
  readonly sine: number;
  /** Factor from the font size to points on the page. */
  readonly scale: number;
  /** Position of the page's corner along and across the writing direction. */
  readonly along: number;
  readonly across: number;
}

/** A line of the page as input of `LineCorrector`. */
export interface LineInput {
  readonly text: string;
  /** Returns the engine's index of a character of the text. */
  readonly charAt: (offset: number) => number;
  readonly size: number;
  readonly direction: Direction;
}

/** Finds corrections of a line's text from the positions and sizes of its letters. */
export class LineCorrector {
  readonly #calls: RawCalls;
  readonly #page: number;
  readonly #scratch: Scratch;
  readonly #names: GlyphNames;

  constructor(calls: RawCalls, textPage: number, scratch: Scratch, names: GlyphNames) {
    this.#names = names;
    this.#calls = calls;
    this.#page = textPage;
    this.#scratch = scratch;
  }

  /**
   * Returns the edits of a line's text, in order. They remove duplicate copies of letters, separate note marks, join
   * letter-spaced words, and replace glyphs that only the font names.
   */
  edits(line: LineInput): readonly TextEdit[] {
    const spaced = SINGLE_LETTERS.test(line.text) ? [...this.#spacedWords(line)] : [];
    const shown = RAISED_FIGURE.test(line.text) ? [...spaced, ...raisedFigures(line.text)] : spaced;
    const edits = [...shown, ...this.#objectEdits(line)];
    return edits.length > 1 ? edits.toSorted((one, other) => one.start - other.start) : edits;
  }

  *#spacedWords(line: LineInput): Generator<TextEdit> {
    for (const match of line.text.matchAll(SPACED)) {
      const replacement = this.#unspaced(line, match.index, match[0]);
      if (replacement !== undefined) {
        yield { start: match.index, end: match.index + match[0].length, replacement };
      }
    }
  }

  /**
   * Finds edits at the borders between text objects: a copy of the previous letter, a note mark, or a note after its
   * mark.
   */
  *#objectEdits(line: LineInput): Generator<TextEdit> {
    const { text } = line;
    let original = 0;
    let copied = -1;
    let max = MAX_COPY_OFFSET;
    yield* this.#named(line, 0);
    for (const start of this.#objectStarts(line)) {
      yield* this.#named(line, start);
      if (text[start] === text[start - 1]) {
        if (start - 1 !== copied) {
          original = start - 1;
          max = this.#isHaloed(line, original) ? 2 * MAX_COPY_OFFSET : MAX_COPY_OFFSET;
        }
        if (!this.#isCopy(line, original, start, max)) continue;
        copied = start;
        yield { start, end: start + 1, replacement: "" };
      } else if (startsNote(text, start)) {
        const [mark, note] = [0, start].map((offset) => this.#metricsOf(line.charAt(offset), line.direction));
        if (isRaised(note!, mark!)) yield { start, end: start, replacement: " " };
      } else {
        const mark = possibleMark(text, start);
        if (mark === undefined || !this.#isNote(line, start, mark)) continue;
        yield { start, end: start + mark.length, replacement: noteMarkText(mark) };
      }
    }
  }

  /** Replaces consecutive letters without a Unicode value, from `start` on, by the names in their font. */
  *#named({ text, charAt }: LineInput, start: number): Generator<TextEdit> {
    for (let at = start; at < text.length; at++) {
      const index = charAt(at);
      if (this.#calls.FPDFText_HasUnicodeMapError(this.#page, index) !== 1) return;
      const replacement = this.#names.textOf(
        this.#calls.FPDFTextObj_GetFont(this.#objectOf(index)),
        text.charCodeAt(at),
      );
      if (replacement !== undefined) yield { start: at, end: at + 1, replacement };
    }
  }

  /**
   * Returns the offsets at which another text object begins, in order. Binary search: letters of one object are
   * contiguous, so no other object is between two letters of the same one. Most lines take two calls.
   */
  #objectStarts({ text, charAt }: LineInput): number[] {
    const found: number[] = [];
    const search = (first: number, last: number, firstObject: number, lastObject: number): void => {
      if (firstObject === lastObject) return;
      if (last - first === 1) {
        found.push(last);
        return;
      }
      let middle = (first + last) >> 1;
      // Spaces can be generated by the engine.
      if (text[middle] === " " && middle + 1 < last) middle++;
      const object = this.#objectOf(charAt(middle));
      search(first, middle, firstObject, object);
      search(middle, last, object, lastObject);
    };
    const end = text.length - (text.endsWith(DIVISION_MARK) ? 2 : 1);
    if (end > 0) search(0, end, this.#objectOf(charAt(0)), this.#objectOf(charAt(end)));
    return found;
  }

  /**
   * Whether the following equal letters are higher or lower. Copies are then on both sides, at twice the distance from
   * each other.
   */
  #isHaloed({ text, charAt, size, direction }: LineInput, start: number): boolean {
    const first = this.#metricsOf(charAt(start), direction);
    for (let other = start + 1; other <= start + MAX_COPIES && text[other] === text[start]; other++) {
      const copy = this.#metricsOf(charAt(other), direction);
      if (Math.abs(copy.baseline - first.baseline) > size * OTHER_BASELINE && copy.size === first.size) return true;
    }
    return false;
  }

  #isCopy({ charAt, size, direction }: LineInput, one: number, other: number, max: number): boolean {
    const [first, second] = [this.#originOf(charAt(one), direction), this.#originOf(charAt(other), direction)];
    const { start, end } = this.#extent(charAt(one), direction);
    const offset = Math.max(Math.abs(first.along - second.along), Math.abs(first.across - second.across));
    return offset < size * max && offset < (end - start) * MAX_COPY_SHARE;
  }

  #isNote({ text, charAt, direction }: LineInput, start: number, mark: string): boolean {
    const base = this.#metricsOf(charAt(start - 1), direction);
    const end = start + mark.length - 1;
    if (!isRaised(base, this.#metricsOf(charAt(start), direction))) return false;
    return isRaised(base, this.#metricsOf(charAt(end), direction)) && noteMarkBreak(text.slice(0, start), mark);
  }

  #objectOf(index: number): number {
    return this.#calls.FPDFText_GetTextObject(this.#page, index);
  }

  #unspaced({ charAt, size, direction }: LineInput, start: number, text: string): string | undefined {
    const letters = [...text.matchAll(/\S/g)].map(({ 0: letter, index }) => ({ letter, at: charAt(start + index) }));
    if (areLabels(letters.map(({ letter }) => letter).filter((letter) => !/\p{Nd}/u.test(letter)))) return undefined;
    const gaps = letters.slice(1).map(({ at }, index) => this.#gap(letters[index]!.at, at, direction));
    const spacing = gaps.reduce((min, gap) => Math.min(min, gap), Infinity);
    if (spacing < size * MIN_SPACING) return undefined;
    const wordGap = spacing * WORD_SPACING + size * WORD_SPACING_MORE;
    const words = letters.map(({ letter }, index) => ((gaps[index] ?? 0) > wordGap ? `${letter} ` : letter)).join("");
    return SPACED_WORD.test(words) ? words : undefined;
  }

  /** Returns the gap between the end of one letter and the start of the other, by the font's advance boxes. */
  #gap(one: number, other: number, direction: Direction): number {
    const { end } = this.#extent(one, direction);
    return this.#extent(other, direction).start - end;
  }

  #extent(index: number, { cosine, sine }: Direction): { start: number; end: number } {
    const { pointer } = this.#scratch;
    if (!this.#calls.FPDFText_GetLooseCharBox(this.#page, index, pointer)) return { start: 0, end: 0 };
    // The rectangle is left, top, right, bottom.
    const [left, top, right, bottom] = [0, 1, 2, 3].map((corner) => this.#scratch.float(corner));
    const one = left! * cosine + bottom! * sine;
    const other = right! * cosine + top! * sine;
    return { start: Math.min(one, other), end: Math.max(one, other) };
  }

  #originOf(index: number, { cosine, sine }: Direction): { along: number; across: number } {
    const { pointer } = this.#scratch;
    if (!this.#calls.FPDFText_GetCharOrigin(this.#page, index, pointer, pointer + 8)) return { along: 0, across: 0 };
    const [x, y] = [this.#scratch.double(0), this.#scratch.double(1)];
    return { along: x * cosine + y * sine, across: y * cosine - x * sine };
  }

  #metricsOf(index: number, direction: Direction): LetterMetrics {
    const { pointer } = this.#scratch;
    const baseline = this.#originOf(index, direction).across;
    const size = this.#calls.FPDFText_GetFontSize(this.#page, index);
    if (!this.#calls.FPDFText_GetMatrix(this.#page, index, pointer)) return { size, baseline };
    // Files can scale the page instead of the font.
    return { size: size * Math.hypot(this.#scratch.float(2), this.#scratch.float(3)), baseline };
  }
}

/** Finds note marks written as superscript digits. */
function* raisedFigures(text: string): Generator<TextEdit> {
  for (const { 0: run, index } of text.matchAll(RAISED_FIGURES)) {
    const mark = run.normalize("NFKC");
    if (!noteMarkBreak(text.slice(0, index), mark)) continue;
    yield { start: index, end: index + run.length, replacement: noteMarkText(mark) };
  }
}

/** Whether letters are alphabetical, from a short range of the alphabet, or of too few kinds. */
function areLabels(letters: readonly string[]): boolean {
  const codes = letters.map((letter) => letter.codePointAt(0)!);
  if (codes.length < 4) return true;
  const isRising = codes.every((code, index) => index === 0 || [0, 1, 2].includes(code - codes[index - 1]!));
  const lowest = codes.reduce((min, code) => Math.min(min, code), Infinity);
  const highest = codes.reduce((max, code) => Math.max(max, code), -Infinity);
  return isRising || highest - lowest < MIN_LETTER_RANGE || new Set(codes).size < 3;
}
