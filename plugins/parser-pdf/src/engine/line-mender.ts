import { noteMarkBreak, noteMarkText } from "@quarry/text";
import type { RawCalls } from "./engine.ts";
import type { GlyphNames } from "./glyph-names.ts";
import { isRaised, possibleMark, startsNote, type TypePlace } from "./raised-mark.ts";
import type { Scratch } from "./scratch.ts";
import type { TextEdit } from "./text-edit.ts";

/**
 * A copy of a letter (a halo, a shadow, a bold look by striking twice) is off by less than this many font sizes, and less
 * than this much of its box: the narrowest letters follow each other at 0.18, and the boxes of others overlap.
 */
const MAX_COPY_OFFSET = 0.145;
const MAX_COPY_SHARE = 0.68;
const MAX_COPIES = 8;
const OTHER_BASELINE = 0.02;
// Cheaper to ask than the patterns: most lines have nothing of it.
const SINGLE_LETTERS = /[^ ] +[^ ] +[^ ] /;
const RAISED_FIGURE = /[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]/;
const RAISED_FIGURES = /(?<=\S)[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3}(?![\p{L}\p{N}])/gu;
/** Where a word is divided the engine writes a mark behind the last letter. */
export const DIVISION_MARK = "\ufffe";
/** Letters that stand apart from each other, and may be those of spaced words; figures beside them are spaced like them. */
const SPACED = /(?<![^ ])[\p{Lu}\p{Ll}\p{Nd}](?: +[\p{Lu}\p{Ll}\p{Nd}]){3,}(?![^ ])/gu;
/** Letters of spaced words are so many font sizes apart at least, and the words more than the letters. */
const MIN_SPACING = 0.1;
const WORD_SPACING = 1.5;
const WORD_SPACING_MORE = 0.05;
/** Fewer letters are a list of variables, or of marks. */
const SPACED_WORD = /\p{Lu}{4}|[\p{Lu}\p{Ll}]{5}/u;
/** "A B C D" and "B A C D" are labels and grades. */
const MIN_LETTER_RANGE = 6;

/** The direction in which a line is written. */
export interface Direction {
  readonly angle: number;
  readonly cosine: number;
  readonly sine: number;
  /** From the font's size to points on the page. */
  readonly scale: number;
  /** Where the corner of the page lies along and across the direction. */
  readonly along: number;
  readonly across: number;
}

/** A line of the page as the mender sees it. */
export interface MendedLine {
  readonly text: string;
  /** The engine's index of a character of the text. */
  readonly charAt: (offset: number) => number;
  readonly size: number;
  readonly direction: Direction;
}

/** Finds what the places and sizes of a line's letters say about its text. */
export class LineMender {
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
   * Returns the edits of a line's text, in order: letters drawn once more beside themselves are left out, marks of
   * notes set off, words whose letters stand apart put together, and signs that only the font names are spelled.
   */
  edits(line: MendedLine): readonly TextEdit[] {
    const spaced = SINGLE_LETTERS.test(line.text) ? [...this.#spacedWords(line)] : [];
    const shown = RAISED_FIGURE.test(line.text) ? [...spaced, ...raisedFigures(line.text)] : spaced;
    const edits = [...shown, ...this.#drawnApart(line)];
    return edits.length > 1 ? edits.toSorted((one, other) => one.start - other.start) : edits;
  }

  *#spacedWords(line: MendedLine): Generator<TextEdit> {
    for (const match of line.text.matchAll(SPACED)) {
      const replacement = this.#unspaced(line, match.index, match[0]);
      if (replacement !== undefined) {
        yield { start: match.index, end: match.index + match[0].length, replacement };
      }
    }
  }

  /**
   * Finds edits where letters are drawn apart: a copy of the letter before, the mark of a note, or a note behind its
   * mark.
   */
  *#drawnApart(line: MendedLine): Generator<TextEdit> {
    const { text } = line;
    let retained = 0;
    let copied = -1;
    let most = MAX_COPY_OFFSET;
    yield* this.#named(line, 0);
    for (const start of this.#beginnings(line)) {
      yield* this.#named(line, start);
      if (text[start] === text[start - 1]) {
        if (start - 1 !== copied) {
          retained = start - 1;
          most = this.#isHaloed(line, retained) ? 2 * MAX_COPY_OFFSET : MAX_COPY_OFFSET;
        }
        if (!this.#isCopy(line, retained, start, most)) continue;
        copied = start;
        yield { start, end: start + 1, replacement: "" };
      } else if (startsNote(text, start)) {
        const [mark, note] = [0, start].map((offset) => this.#type(line.charAt(offset), line.direction));
        if (isRaised(note!, mark!)) yield { start, end: start, replacement: " " };
      } else {
        const mark = possibleMark(text, start);
        if (mark === undefined || !this.#isNote(line, start, mark)) continue;
        yield { start, end: start + mark.length, replacement: noteMarkText(mark) };
      }
    }
  }

  /** Letters without a Unicode value from `start` on, where the font names them. */
  *#named({ text, charAt }: MendedLine, start: number): Generator<TextEdit> {
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
   * Where another instruction of the file begins to draw, in order. The letters of one follow each other, so that between
   * two of one there is no other: most lines are done with two calls.
   */
  #beginnings({ text, charAt }: MendedLine): number[] {
    const found: number[] = [];
    const search = (first: number, last: number, firstObject: number, lastObject: number): void => {
      if (firstObject === lastObject) return;
      if (last - first === 1) {
        found.push(last);
        return;
      }
      let middle = (first + last) >> 1;
      // Blanks may be the engine's own.
      if (text[middle] === " " && middle + 1 < last) middle++;
      const object = this.#objectOf(charAt(middle));
      search(first, middle, firstObject, object);
      search(middle, last, object, lastObject);
    };
    const end = text.length - (text.endsWith(DIVISION_MARK) ? 2 : 1);
    if (end > 0) search(0, end, this.#objectOf(charAt(0)), this.#objectOf(charAt(end)));
    return found;
  }

  /** Whether a letter's likes behind it stand higher or lower: copies lie on both sides then, twice as far from each other. */
  #isHaloed({ text, charAt, size, direction }: MendedLine, start: number): boolean {
    const first = this.#type(charAt(start), direction);
    for (let other = start + 1; other <= start + MAX_COPIES && text[other] === text[start]; other++) {
      const copy = this.#type(charAt(other), direction);
      if (Math.abs(copy.baseline - first.baseline) > size * OTHER_BASELINE && copy.size === first.size) return true;
    }
    return false;
  }

  #isCopy({ charAt, size, direction }: MendedLine, one: number, other: number, most: number): boolean {
    const [first, second] = [this.#place(charAt(one), direction), this.#place(charAt(other), direction)];
    const { start, end } = this.#extent(charAt(one), direction);
    const offset = Math.max(Math.abs(first.along - second.along), Math.abs(first.across - second.across));
    return offset < size * most && offset < (end - start) * MAX_COPY_SHARE;
  }

  #isNote({ text, charAt, direction }: MendedLine, start: number, mark: string): boolean {
    const base = this.#type(charAt(start - 1), direction);
    const end = start + mark.length - 1;
    if (!isRaised(base, this.#type(charAt(start), direction))) return false;
    return isRaised(base, this.#type(charAt(end), direction)) && noteMarkBreak(text.slice(0, start), mark);
  }

  #objectOf(index: number): number {
    return this.#calls.FPDFText_GetTextObject(this.#page, index);
  }

  #unspaced({ charAt, size, direction }: MendedLine, start: number, text: string): string | undefined {
    const letters = [...text.matchAll(/\S/g)].map(({ 0: letter, index }) => ({ letter, at: charAt(start + index) }));
    if (areLabels(letters.map(({ letter }) => letter).filter((letter) => !/\p{Nd}/u.test(letter)))) return undefined;
    const gaps = letters.slice(1).map(({ at }, index) => this.#gap(letters[index]!.at, at, direction));
    const spacing = gaps.reduce((least, gap) => Math.min(least, gap), Infinity);
    if (spacing < size * MIN_SPACING) return undefined;
    const wordGap = spacing * WORD_SPACING + size * WORD_SPACING_MORE;
    const words = letters.map(({ letter }, index) => ((gaps[index] ?? 0) > wordGap ? `${letter} ` : letter)).join("");
    return SPACED_WORD.test(words) ? words : undefined;
  }

  /** From the end of one letter to the beginning of the other, by the places that their font gives them. */
  #gap(one: number, other: number, direction: Direction): number {
    const { end } = this.#extent(one, direction);
    return this.#extent(other, direction).start - end;
  }

  #extent(index: number, { cosine, sine }: Direction): { start: number; end: number } {
    const { pointer } = this.#scratch;
    if (!this.#calls.FPDFText_GetLooseCharBox(this.#page, index, pointer)) return { start: 0, end: 0 };
    // The rectangle has left, top, right, bottom.
    const [left, top, right, bottom] = [0, 1, 2, 3].map((corner) => this.#scratch.float(corner));
    const one = left! * cosine + bottom! * sine;
    const other = right! * cosine + top! * sine;
    return { start: Math.min(one, other), end: Math.max(one, other) };
  }

  #place(index: number, { cosine, sine }: Direction): { along: number; across: number } {
    const { pointer } = this.#scratch;
    if (!this.#calls.FPDFText_GetCharOrigin(this.#page, index, pointer, pointer + 8)) return { along: 0, across: 0 };
    const [x, y] = [this.#scratch.double(0), this.#scratch.double(1)];
    return { along: x * cosine + y * sine, across: y * cosine - x * sine };
  }

  #type(index: number, direction: Direction): TypePlace {
    const { pointer } = this.#scratch;
    const baseline = this.#place(index, direction).across;
    const size = this.#calls.FPDFText_GetFontSize(this.#page, index);
    if (!this.#calls.FPDFText_GetMatrix(this.#page, index, pointer)) return { size, baseline };
    // Files may scale the page instead of the font.
    return { size: size * Math.hypot(this.#scratch.float(2), this.#scratch.float(3)), baseline };
  }
}

/** Marks of notes that the font has as raised figures. */
function* raisedFigures(text: string): Generator<TextEdit> {
  for (const { 0: run, index } of text.matchAll(RAISED_FIGURES)) {
    const mark = run.normalize("NFKC");
    if (!noteMarkBreak(text.slice(0, index), mark)) continue;
    yield { start: index, end: index + run.length, replacement: noteMarkText(mark) };
  }
}

/** Letters in the order of the alphabet, from a short stretch of it, or too few different ones. */
function areLabels(letters: readonly string[]): boolean {
  const codes = letters.map((letter) => letter.codePointAt(0)!);
  if (codes.length < 4) return true;
  const isRising = codes.every((code, index) => index === 0 || [0, 1, 2].includes(code - codes[index - 1]!));
  const lowest = codes.reduce((least, code) => Math.min(least, code), Infinity);
  const highest = codes.reduce((most, code) => Math.max(most, code), -Infinity);
  return isRising || highest - lowest < MIN_LETTER_RANGE || new Set(codes).size < 3;
}
