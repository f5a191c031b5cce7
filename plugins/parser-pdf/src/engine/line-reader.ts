import { addOrReplaceCopy, addLine, isCopiedWord, MAX_OFFSET, insertLetters } from "./copies.ts";
import { Dividers } from "./dividers.ts";
import type { Engine, RawCalls } from "./engine.ts";
import { type FontStyle, type FontStyles, PLAIN_STYLE } from "./font-styles.ts";
import {
  CELL_GAP,
  cellOf,
  cellsFromLeft,
  cellsFromRight,
  isFromRight,
  linesOf,
  type LineWord,
  NEXT_LINE,
  widestOf,
  wordsOf,
} from "./line-cells.ts";
import type { GlyphNames } from "./glyph-names.ts";
import { LETTER, type Unseen } from "./hidden-text.ts";
import { type Direction, DIVISION_MARK, LineCorrector } from "./line-corrector.ts";
import { isOnPage, type PageBox } from "./page-box.ts";
import type { ObjectBox } from "./page-objects.ts";
import type { ContentRole } from "./page-roles.ts";
import type { PageLine } from "./page-text.ts";
import type { Ruling } from "./rulings.ts";
import type { Scratch } from "./scratch.ts";
import { edited, type TextEdit } from "./text-edit.ts";
import { EAST_ASIAN } from "./vertical-letters.ts";

/** Letters of wide words are checked one by one up to this length. No row of cells without spaces is longer. */
const MAX_WIDE_WORD = 200;
/** Names such as "XR500": within right-to-left text the engine reverses their parts. */
const NAME_WITH_NUMBER = /^(?=.*\d)(?=.*\p{Script=Latin})[\p{Script=Latin}\d./-]+$/u;
/** A line ends at a line feed. After a hyphenated word the engine writes only a mark, which stays with the line. */
const LINE_END = /[\n\ufffe]/g;
const SWAPPED_LAM_ALEF = /[\u0622\u0623\u0625\u0627]\u0644/;
const SWAPPED_LAM_ALEFS = new RegExp(SWAPPED_LAM_ALEF, "g");
/** Filling and stroking letters fakes a bold font. */
const FILL_AND_STROKE = 2;
/** Render mode of recognised text under the picture of its page. */
const INVISIBLE = 3;

/** Smaller letters, in points and as a share of the page's height, are unreadable. */
const MIN_SIZE = 0.5;
const MIN_SIZE_SHARE = 0.0006;
/**
 * Characters without a meaning: controls, replacement marks, and private-use characters except the bullets of symbol
 * fonts.
 */
// oxlint-disable-next-line no-control-regex
const MEANINGLESS = /[\x00-\x08\x0e-\x1f\x7f-\x9f\ue000-\uefff\uf100-\uf8ff\ufffd]/;
const ALL_MEANINGLESS = new RegExp(MEANINGLESS, "g");

/** Role of text outside the structure of a tagged page: it belongs to the page (headers, footers, numbers). */
const OUTSIDE = { role: "artifact" } as const;

export interface LineReaderParts {
  readonly engine: Engine;
  readonly textPage: number;
  readonly scratch: Scratch;
  readonly box: PageBox;
  readonly fonts: FontStyles;
  readonly names: GlyphNames;
  /** Roles of marked content by its id. Absent in files without structure. */
  readonly roles?: ReadonlyMap<number, ContentRole> | undefined;
  /** Rulings of the page that can divide cells. */
  readonly rulings: readonly Ruling[];
  /** Returns a function that checks the visibility of letters, for objects that are partly visible. */
  readonly seenOf?: Unseen["seenOf"] | undefined;
}

/** Style of a line and its role in the file's structure. */
type LineStyle = Omit<PageLine, "text" | "left" | "right" | "baseline" | "cells">;

interface LineSpan {
  readonly text: string;
  /** Index of its first character in the page's text. */
  readonly start: number;
  /** The engine's indexes of its first and last character. */
  readonly first: number;
  readonly last: number;
  /** Whether the engine's indexes are contiguous with the text's: it has characters that the text omits. */
  readonly isDirect: boolean;
}

/** Start of a word in its line, and the line's style. */
interface WordContext {
  readonly span: LineSpan;
  readonly start: number;
  readonly size: number;
  readonly direction: Direction;
}

/**
 * Reads the lines of one page. Costs one call for the text and some ten cheap calls per line, not one per character.
 */
export class LineReader {
  readonly #calls: RawCalls;
  readonly #page: number;
  readonly #scratch: Scratch;
  readonly #parts: LineReaderParts;
  readonly #corrector: LineCorrector;
  readonly #dividers: Dividers;
  /** Words or word parts that readers of the page don't see, by their position in the text. */
  readonly #unseen = new Map<number, string>();
  /** Whether the current line has letters that its fonts don't name. */
  #hasUnmapped = false;
  #hasMeaningless = false;
  #lastDirection: Direction | undefined;

  constructor(parts: LineReaderParts) {
    this.#calls = parts.engine.pdfium.wasmExports;
    this.#page = parts.textPage;
    this.#scratch = parts.scratch;
    this.#parts = parts;
    this.#dividers = new Dividers(parts.rulings, parts.box);
    this.#corrector = new LineCorrector(this.#calls, this.#page, this.#scratch, parts.names);
  }

  /** Text that was found but that readers of the page don't see. */
  get unseen(): string[] {
    return [...this.#unseen.values()];
  }

  read(): PageLine[] {
    const count = this.#calls.FPDFText_CountChars(this.#page);
    if (count <= 0) return [];
    const buffer = this.#scratch.reserve((count * 2 + 1) * 2);
    const written = this.#calls.FPDFText_GetText(this.#page, 0, count, buffer);
    // Columns can be separated by any kind of space. The replacement preserves the length.
    const text = this.#scratch.utf16(buffer, Math.max(0, written - 1)).replace(/[\u00a0\u2000-\u200a\u202f\t]/g, " ");
    this.#hasMeaningless = MEANINGLESS.test(text);
    const lines: PageLine[] = [];
    LINE_END.lastIndex = 0;
    for (let start = 0; start < text.length; start = LINE_END.lastIndex) {
      const match = LINE_END.exec(text);
      const end = match === null ? text.length : LINE_END.lastIndex;
      for (const line of this.#readLines(text, start, end)) addLine(line, lines);
      if (match === null) break;
    }
    return lines;
  }

  /** Returns one line, or several if the engine merged them: after a small sign it can miss the start of a new line. */
  *#readLines(text: string, start: number, end: number): Generator<PageLine> {
    for (let next = start; next < end;) {
      const lines = this.#readLine(text, next, end);
      if (typeof lines !== "number") return yield* lines;
      // The text before the new line contains no further line start.
      const first = this.#readLine(text, next, lines);
      if (typeof first !== "number") yield* first;
      next = lines;
    }
  }

  /** Returns the lines, or as a number the offset at which another line begins. */
  #readLine(text: string, start: number, end: number): readonly PageLine[] | number {
    const raw = text.slice(start, end);
    const trimmed = raw.trim();
    if (trimmed === "") return [];
    const span = this.#withLamAlef(this.#span(trimmed, start + raw.indexOf(trimmed)));
    const { first, last } = span;
    const direction = this.#direction(first);
    const { along, across } = this.#origin(first, direction);
    const endEdge = this.#edges(last, direction)?.end ?? this.#origin(last, direction).along;
    // Right-to-left text starts at its right end.
    const left = Math.min(along, endEdge);
    const right = Math.max(along, endEdge);
    const object = this.#calls.FPDFText_GetTextObject(this.#page, first);
    const style = this.#styleOf(object);
    const size = this.#sizeOf(first, last, style) * direction.scale;
    if (size < Math.min(MIN_SIZE, (this.#parts.box.top - this.#parts.box.bottom) * MIN_SIZE_SHARE)) {
      this.#unseen.set(span.start, span.text);
      return [];
    }
    const unseen = this.#unseen.size;
    this.#hasUnmapped = false;
    const nextLine = this.#nextLine(span, across, size, direction) ?? this.#words(span, across, size, direction);
    if (typeof nextLine === "number") return span.start + nextLine;
    const words = nextLine.filter((word) => word.text !== "" && isOnPage(word, size, direction.angle, this.#parts.box));
    if (words.length === 0) return [];
    const isPlain = !style.isBold && !style.isItalic && !style.isMono;
    const lastStyle = isPlain ? style : this.styleAt(last);
    // Built without spreads, which cost as much as reading the line.
    const line: { -readonly [Key in keyof LineStyle]: LineStyle[Key] } = {
      size: Math.round(size * 2) / 2,
      isBold: style.isBold && lastStyle.isBold,
      isItalic: style.isItalic && lastStyle.isItalic,
      isInvisible: object !== 0 && this.#calls.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE,
      angle: direction.angle,
    };
    if (style.isMono && lastStyle.isMono && this.#isMono(span)) line.isMono = true;
    if (this.#hasUnmapped || this.#hasMeaningless) Object.assign(line, this.#unnamedIn(span, object));
    if (this.#parts.roles !== undefined) Object.assign(line, this.#roleOf(object));
    const isWhole = words.length === nextLine.length && unseen === this.#unseen.size;
    if (!isFromRight(trimmed)) {
      const whole = cellOf(words);
      const extent = isWhole ? { left, right } : whole;
      const cells = cellsFromLeft(words, size, this.#dividers.at(across + size / 4, direction.angle)) ?? [
        { text: whole.text, left: extent.left, right: extent.right },
      ];
      const text = cells.length > 1 ? cellOf(cells).text : cells[0]!.text;
      return [{ ...line, left: extent.left, right: extent.right, baseline: across, text, cells }];
    }
    const parts = linesOf(words, size);
    return parts.map((part) => {
      const cells = cellsFromRight(part, size) ?? [cellOf(part)];
      const extent = parts.length > 1 || !isWhole ? cellOf(cells) : { left, right };
      const { text } = cellOf(cells);
      return { ...line, left: extent.left, right: extent.right, baseline: part[0]!.baseline, text, cells };
    });
  }

  /**
   * Returns the font size at a line's start. For headings returns the larger size of both ends, because code and
   * "Class:" are set smaller in them.
   */
  #sizeOf(first: number, last: number, { isMono, isBold }: FontStyle): number {
    const size = this.#calls.FPDFText_GetFontSize(this.#page, first);
    const end = isMono || isBold ? this.styleAt(last) : PLAIN_STYLE;
    const isMixed = isMono ? !end.isMono : end.isBold;
    return isMixed ? Math.max(size, this.#calls.FPDFText_GetFontSize(this.#page, last)) : size;
  }

  /**
   * Whether each word of a line begins in monospaced letters. East Asian scripts are excluded: all their letters have
   * one width.
   */
  #isMono(span: LineSpan): boolean {
    if (EAST_ASIAN.test(span.text)) return false;
    for (let start = 0; start < span.text.length; start++) {
      if (span.text[start] !== " " && !this.styleAt(this.#charAt(span, start)).isMono) return false;
      const blank = span.text.indexOf(" ", start);
      if (blank < 0) return true;
      start = blank;
    }
    return true;
  }

  #edits(span: LineSpan, size: number, direction: Direction): readonly TextEdit[] {
    const charAt = (offset: number): number => this.#charAt(span, offset);
    return this.#corrector.edits({ text: span.text, charAt, size, direction });
  }

  #span(text: string, start: number): LineSpan {
    const isDivided = text.length > 1 && text.endsWith(DIVISION_MARK);
    const end = text.length - (isDivided ? 2 : 1);
    const first = this.#charIndex(start);
    const last = this.#charIndex(start + end);
    return { text, start, first, last, isDirect: last - first === end };
  }

  /**
   * Restores the order of lam-alef ligatures. One Arabic glyph stands for two letters, and the engine reverses them
   * with the line. Both letters have the box of the glyph, which distinguishes them from the same letters written
   * apart.
   */
  #withLamAlef(span: LineSpan): LineSpan {
    if (!SWAPPED_LAM_ALEF.test(span.text)) return span;
    const text = span.text.replace(SWAPPED_LAM_ALEFS, (pair, offset: number) => {
      const alef = this.#boxOf(this.#charAt(span, offset));
      const lam = this.#boxOf(this.#charAt(span, offset + 1));
      return alef === lam ? pair[1]! + pair[0]! : pair;
    });
    return { ...span, text };
  }

  #boxOf(index: number): string {
    const { pointer } = this.#scratch;
    this.#calls.FPDFText_GetCharBox(this.#page, index, pointer, pointer + 8, pointer + 16, pointer + 24);
    return [0, 1, 2, 3].map((corner) => this.#scratch.double(corner)).join();
  }

  /** Returns the engine's index of a character of a line. */
  #charAt({ isDirect, first, start }: LineSpan, offset: number): number {
    return isDirect ? first + offset : this.#charIndex(start + offset);
  }

  #charIndex(textIndex: number): number {
    return Math.max(0, this.#calls.FPDFText_GetCharIndexFromTextIndex(this.#page, textIndex));
  }

  /**
   * Returns the kind of unnamed letters if the font doesn't name most letters of a line, or names them by characters
   * without a meaning.
   */
  #unnamedIn(span: LineSpan, object: number): Pick<PageLine, "unnamed"> | undefined {
    const letters = span.text.replaceAll(" ", "").length;
    if ((span.text.match(ALL_MEANINGLESS)?.length ?? 0) * 2 > letters) {
      return { unnamed: { isMeaningless: true, font: 0 } };
    }
    if (!this.#hasUnmapped) return undefined;
    let unmapped = 0;
    for (let offset = 0; offset < span.text.length; offset++) {
      if (span.text[offset] === " ") continue;
      if (this.#calls.FPDFText_HasUnicodeMapError(this.#page, this.#charAt(span, offset)) === 1) unmapped++;
    }
    if (unmapped * 2 <= letters) return undefined;
    return { unnamed: { isMeaningless: false, font: object === 0 ? 0 : this.#calls.FPDFTextObj_GetFont(object) } };
  }

  #roleOf(object: number): Pick<PageLine, "role" | "paragraph"> | undefined {
    const { roles } = this.#parts;
    if (roles === undefined || object === 0) return undefined;
    return roles.get(this.#calls.FPDFPageObj_GetMarkedContentID(object)) ?? OUTSIDE;
  }

  /**
   * Returns the offset at which another line begins in rotated text: the engine merges words that are next to each
   * other into one line.
   */
  #nextLine(span: LineSpan, across: number, size: number, direction: Direction): number | undefined {
    if (direction.angle % 180 === 0) return undefined;
    let before = across;
    if (!this.#isAside(span.last, before, size, direction)) return undefined;
    // Slanted text leaves its baseline letter by letter, and stays one line.
    for (let offset = 1; offset < span.text.length; offset++) {
      if (span.text[offset] === " ") continue;
      const index = this.#charAt(span, offset);
      if (this.#isAside(index, before, size, direction)) return offset;
      before = this.#origin(index, direction).across;
    }
    return undefined;
  }

  #isAside(index: number, across: number, size: number, direction: Direction): boolean {
    return Math.abs(this.#origin(index, direction).across - across) >= size * NEXT_LINE;
  }

  /** Returns the style of a letter by the engine's index. */
  styleAt(index: number): FontStyle {
    return this.#styleOf(this.#calls.FPDFText_GetTextObject(this.#page, index));
  }

  #styleOf(object: number): FontStyle {
    if (object === 0) return PLAIN_STYLE;
    const style = this.#parts.fonts.styleOf(this.#calls.FPDFTextObj_GetFont(object));
    if (style.isBold || this.#calls.FPDFTextObj_GetTextRenderMode(object) !== FILL_AND_STROKE) return style;
    return { ...style, isBold: true };
  }

  #direction(index: number): Direction {
    const hasMatrix = this.#calls.FPDFText_GetMatrix(this.#page, index, this.#scratch.pointer) !== 0;
    const a = hasMatrix ? this.#scratch.float(0) : 1;
    const b = hasMatrix ? this.#scratch.float(1) : 0;
    const scale = (hasMatrix ? Math.hypot(this.#scratch.float(2), this.#scratch.float(3)) : 1) || 1;
    // Most lines have the direction of the previous one.
    const quarter = b === 0 && a > 0 ? 0 : (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
    const last = this.#lastDirection;
    if (last?.angle === quarter * 90 && last.scale === scale) return last;
    const { left, bottom, right, top } = this.#parts.box;
    return (this.#lastDirection = {
      angle: quarter * 90,
      cosine: [1, 0, -1, 0][quarter]!,
      sine: [0, 1, 0, -1][quarter]!,
      scale,
      along: [left, bottom, -right, -top][quarter]!,
      across: [bottom, -right, -top, left][quarter]!,
    });
  }

  #origin(index: number, direction: Direction): { along: number; across: number } {
    const { pointer } = this.#scratch;
    if (!this.#calls.FPDFText_GetCharOrigin(this.#page, index, pointer, pointer + 8)) return { along: 0, across: 0 };
    const x = this.#scratch.double(0);
    const y = this.#scratch.double(1);
    const { cosine, sine } = direction;
    return { along: x * cosine + y * sine - direction.along, across: y * cosine - x * sine - direction.across };
  }

  #edges(index: number, { cosine, sine, along }: Direction): { start: number; end: number } | undefined {
    const { pointer } = this.#scratch;
    if (!this.#calls.FPDFText_GetCharBox(this.#page, index, pointer, pointer + 8, pointer + 16, pointer + 24)) {
      return undefined;
    }
    const one = this.#scratch.double(0) * cosine + this.#scratch.double(2) * sine - along;
    const other = this.#scratch.double(1) * cosine + this.#scratch.double(3) * sine - along;
    return { start: Math.min(one, other), end: Math.max(one, other) };
  }

  /** Returns the words of a line with this baseline, or as a number the offset at which a new line begins. */
  #words(span: LineSpan, across: number, size: number, direction: Direction): LineWord[] | number {
    const { text } = span;
    const isRightToLeft = isFromRight(text);
    const edits = isRightToLeft ? [] : this.#edits(span, size, direction);
    const words: LineWord[] = [];
    let done = 0;
    let nextLift = 0;
    let first = this.#edges(span.first, direction);
    for (let start = 0; start < text.length;) {
      // A letter-spaced word counts as one word, despite its spaces.
      const blank = text.indexOf(" ", edits[done]?.start === start ? edits[done]!.end : start);
      const end = blank < 0 ? text.length : blank;
      let next = end;
      while (text[next] === " ") next++;
      const lastIndex = blank < 0 ? span.last : this.#charAt(span, end - 1);
      const last = end === start + 1 ? first : this.#edges(lastIndex, direction);
      const after = blank < 0 ? undefined : this.#edges(this.#charAt(span, next), direction);
      const lift = nextLift;
      if (!isRightToLeft && last !== undefined && after !== undefined) {
        // The engine merges consecutive column names into one line, although their heights differ.
        const isBack = after.end < last.start;
        if (isBack || after.start - last.end >= size * CELL_GAP) {
          const height = this.#origin(this.#charAt(span, next), direction).across;
          const drop = isBack ? this.#origin(this.#charAt(span, end - 1), direction).across - height : 0;
          if (!isBack) nextLift = height - across;
          if (Math.max(drop, Math.abs(nextLift)) > size * NEXT_LINE) return next;
        }
      }
      // Letters without a box are positioned at the end of the previous word.
      const edge = words.at(-1)?.right ?? 0;
      const left = Math.min(first?.start ?? edge, last?.start ?? edge);
      const right = Math.max(first?.end ?? left, last?.end ?? left);
      const baseline = isRightToLeft ? this.#origin(this.#charAt(span, start), direction).across : across;
      const firstEdit = done;
      while (done < edits.length && edits[done]!.end <= end) done++;
      const seen = this.#seen(span, start, end);
      if (seen === "") {
        start = next;
        first = after;
        continue;
      }
      this.#hasUnmapped ||= this.#calls.FPDFText_HasUnicodeMapError(this.#page, this.#charAt(span, start)) === 1;
      const own = seen ?? edited(text, start, end, edits.slice(firstEdit, done));
      const word: LineWord =
        lift === 0 ? { text: own, left, right, baseline } : { text: own, left, right, baseline, lift };
      const context = { span, start, size, direction };
      if (!isRightToLeft && first !== undefined && last !== undefined && last.start < first.start) {
        insertLetters(
          words,
          seen !== undefined || word.text.length > MAX_WIDE_WORD ? [word] : this.#letters(word, context),
          size,
        );
      } else if (isRightToLeft || left >= edge || !this.#isCopied(word, words, context)) {
        const isName = isRightToLeft && NAME_WITH_NUMBER.test(word.text);
        const isOne =
          seen !== undefined || done > firstEdit || (!isName && right - left <= size * widestOf(word.text.length));
        if (isOne && left < edge) addOrReplaceCopy(words, word, size);
        else words.push(...(isOne ? [word] : this.#splitWord(word, isName, context)));
      }
      start = next;
      first = after;
    }
    return words;
  }

  /**
   * Returns the visible part of a word, letter by letter in scripts without spaces. Returns undefined if all of it is
   * visible.
   */
  #seen(span: LineSpan, start: number, end: number): string | undefined {
    if (this.#parts.seenOf === undefined) return undefined;
    const { text } = span;
    if (!EAST_ASIAN.test(text.slice(start, end))) return this.#isSeen(span, start, end) ? undefined : "";
    const letters = Array.from({ length: end - start }, (_, index) => start + index);
    const seen = letters.filter((offset) => this.#isSeen(span, offset, offset + 1));
    return seen.length === letters.length ? undefined : seen.map((offset) => text[offset]).join("");
  }

  #isSeen(span: LineSpan, start: number, end: number): boolean {
    if (!LETTER.test(span.text.slice(start, end))) return true;
    const first = this.#charAt(span, start);
    const isSeen = this.#parts.seenOf?.(this.#calls.FPDFText_GetTextObject(this.#page, first));
    if (isSeen === undefined) return true;
    const [one, other] = [this.#letterBox(first), this.#letterBox(this.#charAt(span, end - 1))];
    if (one === undefined || other === undefined) return true;
    const box = {
      from: { x: Math.min(one.from.x, other.from.x), y: Math.min(one.from.y, other.from.y) },
      to: { x: Math.max(one.to.x, other.to.x), y: Math.max(one.to.y, other.to.y) },
    };
    if (isSeen(box)) return true;
    this.#unseen.set(span.start + start, span.text.slice(start, end));
    return false;
  }

  #letterBox(index: number): ObjectBox | undefined {
    const { pointer } = this.#scratch;
    if (!this.#calls.FPDFText_GetCharBox(this.#page, index, pointer, pointer + 8, pointer + 16, pointer + 24)) {
      return undefined;
    }
    const [left, right, bottom, top] = [0, 1, 2, 3].map((corner) => this.#scratch.double(corner));
    return { from: { x: left!, y: bottom! }, to: { x: right!, y: top! } };
  }

  /** Whether a word that starts to the left of the previous one is a second copy at that position. */
  #isCopied(word: LineWord, before: readonly LineWord[], { span, start, size, direction }: WordContext): boolean {
    const { across } = this.#origin(this.#charAt(span, start), direction);
    return Math.abs(across - word.baseline) < size * MAX_OFFSET && isCopiedWord(word, before, size);
  }

  /** Returns a word as displayed on the page: the engine can merge several words, or reverse the parts of a name. */
  #splitWord(word: LineWord, isName: boolean, context: WordContext): readonly LineWord[] {
    if (word.text.length > MAX_WIDE_WORD) return [word];
    const letters = this.#letters(word, context);
    if (isName) letters.sort((a, b) => a.left - b.left);
    return wordsOf(letters, context.size);
  }

  #letters({ text, left: edge, baseline }: LineWord, { span, start, direction }: WordContext): LineWord[] {
    return Array.from({ length: text.length }, (_, offset) => {
      const index = text[offset] === DIVISION_MARK ? span.last : this.#charAt(span, start + offset);
      const { start: left, end: right } = this.#edges(index, direction) ?? { start: edge, end: edge };
      return { text: text[offset]!, left, right, baseline };
    });
  }
}
