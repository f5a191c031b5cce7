import type { Engine } from "./engine.ts";
import type { Scratch } from "./scratch.ts";

/** A line as it stands on the page; lengths in points, measured along and across the writing direction. */
export interface PageLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Grows upwards: the first line of a page has the largest. */
  readonly baseline: number;
  /** Font size at the line's beginning. */
  readonly size: number;
  readonly isBold: boolean;
  /** 0, 90, 180 or 270 degrees. */
  readonly angle: number;
  /** The line's parts, where wide gaps divide it. */
  readonly cells: readonly string[];
}

export interface PageText {
  readonly lines: readonly PageLine[];
  readonly height: number;
}

/** A gap wider than this many font sizes divides cells; blanks of justified text stay well below. */
const CELL_GAP = 1.1;
/** Average advance of a character, in font sizes, above which a line is searched for such gaps. */
const WIDE_ADVANCE = 0.56;
// The weight that the engine computes says nothing (748 for a regular and 415 for a bold face in real files).
const BOLD_NAME = /bold|black|heavy|demi/i;
/** A line ends at a line feed; where a word is divided the engine writes only a mark, which stays with the line. */
const LINE_END = /[\n\ufffe]/g;
const DIVISION_MARK = "\ufffe";
const FORCE_BOLD_FLAG = 1 << 18;

/** Reads one page and frees it. Costs one call for the text and some ten per line, not one per character. */
export function readPageText(engine: Engine, document: number, index: number, scratch: Scratch): PageText | undefined {
  const page = engine.FPDF_LoadPage(document, index);
  if (page === 0) return undefined;
  const textPage = engine.FPDFText_LoadPage(page);
  try {
    if (textPage === 0) return undefined;
    const height = engine.FPDF_GetPageHeightF(page);
    return { height, lines: new LineReader(engine, textPage, scratch).read() };
  } finally {
    if (textPage !== 0) engine.FPDFText_ClosePage(textPage);
    engine.FPDF_ClosePage(page);
  }
}

class LineReader {
  readonly #engine: Engine;
  readonly #page: number;
  readonly #scratch: Scratch;

  constructor(engine: Engine, page: number, scratch: Scratch) {
    this.#engine = engine;
    this.#page = page;
    this.#scratch = scratch;
  }

  read(): PageLine[] {
    const count = this.#engine.FPDFText_CountChars(this.#page);
    if (count <= 0) return [];
    const buffer = this.#scratch.reserve((count * 2 + 1) * 2);
    const written = this.#engine.FPDFText_GetText(this.#page, 0, count, buffer);
    const text = this.#scratch.utf16(buffer, Math.max(0, written - 1));
    const lines: PageLine[] = [];
    LINE_END.lastIndex = 0;
    for (let start = 0; start < text.length; start = LINE_END.lastIndex) {
      const match = LINE_END.exec(text);
      const line = this.#readLine(text, start, match === null ? text.length : LINE_END.lastIndex);
      if (line !== undefined) lines.push(line);
      if (match === null) break;
    }
    return lines;
  }

  #readLine(text: string, start: number, end: number): PageLine | undefined {
    const raw = text.slice(start, end);
    const trimmed = raw.trim();
    if (trimmed === "") return undefined;
    const first = this.#charIndex(start + raw.indexOf(trimmed));
    const isDivided = trimmed.length > 1 && trimmed.endsWith(DIVISION_MARK);
    const last = first + trimmed.length - (isDivided ? 2 : 1);
    const direction = this.#direction(first);
    const left = this.#origin(first, direction);
    const right = this.#rightEdge(last, direction);
    const size = this.#engine.FPDFText_GetFontSize(this.#page, first) * direction.scale;
    const isWide = right - left.along > trimmed.length * size * WIDE_ADVANCE;
    return {
      text: trimmed,
      left: left.along,
      right,
      baseline: left.across,
      size: Math.round(size * 2) / 2,
      isBold: this.#isBold(first) && this.#isBold(last),
      angle: direction.angle,
      cells: isWide ? this.#cells(trimmed, first, size, direction) : [trimmed],
    };
  }

  #charIndex(textIndex: number): number {
    return Math.max(0, this.#engine.FPDFText_GetCharIndexFromTextIndex(this.#page, textIndex));
  }

  #direction(index: number): Direction {
    const hasMatrix = this.#engine.FPDFText_GetMatrix(this.#page, index, this.#scratch.pointer);
    const a = hasMatrix ? this.#scratch.float(0) : 1;
    const b = hasMatrix ? this.#scratch.float(1) : 0;
    const scale = hasMatrix ? Math.hypot(this.#scratch.float(2), this.#scratch.float(3)) : 1;
    const quarter = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
    return { angle: quarter * 90, cosine: [1, 0, -1, 0][quarter]!, sine: [0, 1, 0, -1][quarter]!, scale: scale || 1 };
  }

  #origin(index: number, { cosine, sine }: Direction): { along: number; across: number } {
    const { pointer } = this.#scratch;
    if (!this.#engine.FPDFText_GetCharOrigin(this.#page, index, pointer, pointer + 8)) return { along: 0, across: 0 };
    const x = this.#scratch.double(0);
    const y = this.#scratch.double(1);
    return { along: x * cosine + y * sine, across: y * cosine - x * sine };
  }

  #rightEdge(index: number, direction: Direction): number {
    return this.#edges(index, direction)?.end ?? this.#origin(index, direction).along;
  }

  #edges(index: number, { cosine, sine }: Direction): { start: number; end: number } | undefined {
    const { pointer } = this.#scratch;
    const isKnown = this.#engine.FPDFText_GetCharBox(
      this.#page,
      index,
      pointer,
      pointer + 8,
      pointer + 16,
      pointer + 24,
    );
    if (!isKnown) return undefined;
    const one = this.#scratch.double(0) * cosine + this.#scratch.double(2) * sine;
    const other = this.#scratch.double(1) * cosine + this.#scratch.double(3) * sine;
    return { start: Math.min(one, other), end: Math.max(one, other) };
  }

  #isBold(index: number): boolean {
    const { pointer } = this.#scratch;
    const buffer = this.#scratch.reserve(256);
    const length = this.#engine.FPDFText_GetFontInfo(this.#page, index, buffer, 256, pointer);
    const flags = this.#engine.pdfium.HEAP32[pointer >> 2]!;
    if ((flags & FORCE_BOLD_FLAG) !== 0) return true;
    const heap = this.#engine.pdfium.HEAPU8;
    const name = Buffer.from(heap.buffer, buffer, Math.max(0, Math.min(length, 256) - 1)).toString("latin1");
    return BOLD_NAME.test(name);
  }

  #cells(text: string, first: number, size: number, direction: Direction): string[] {
    const cells: string[] = [];
    let start = 0;
    for (let blank = text.indexOf(" "); blank >= 0; blank = text.indexOf(" ", blank + 1)) {
      const before = this.#edges(first + blank - 1, direction);
      const after = this.#edges(first + blank + 1, direction);
      if (before === undefined || after === undefined || after.start - before.end < size * CELL_GAP) continue;
      cells.push(text.slice(start, blank).trim());
      start = blank + 1;
    }
    cells.push(text.slice(start).trim());
    return cells.filter((cell) => cell !== "");
  }
}

interface Direction {
  readonly angle: number;
  readonly cosine: number;
  readonly sine: number;
  /** From the font's size to points on the page. */
  readonly scale: number;
}
