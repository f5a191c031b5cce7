import type { PageCell, PageLine } from "./page-text.ts";

/** A copy of a text (a halo, a shadow, a bold look by printing twice) is off by no more than this many font sizes. */
export const MAX_OFFSET = 0.25;
/** Copies are drawn close behind each other: so many words or lines before are looked at. */
const MAX_WORDS = 100;
const MAX_LINES = 8;

/** Whether a text stands where the other has it already. */
const isCopy = (text: PageCell, other: PageCell, size: number): boolean =>
  text.left > other.left - size * MAX_OFFSET &&
  text.right < other.right + size * MAX_OFFSET &&
  other.text.includes(text.text);

/** Whether a word is drawn once more behind those words of its line. */
export const isCopiedWord = (word: PageCell, before: readonly PageCell[], size: number): boolean =>
  before.slice(-MAX_WORDS).some((other) => isCopy(word, other, size));

/** Whether a line is drawn once more behind those lines. */
export const isCopiedLine = (line: PageLine, before: readonly PageLine[]): boolean =>
  before
    .slice(-MAX_LINES)
    .some(
      (other) =>
        other.angle === line.angle &&
        Math.abs(other.baseline - line.baseline) < line.size * MAX_OFFSET &&
        other.cells.some((cell) => isCopy(line, cell, line.size)),
    );
