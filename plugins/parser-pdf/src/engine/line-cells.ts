import type { PageCell } from "./page-text.ts";

/** Minimum gap, in font sizes, between cells. Spaces of justified text are well below it. */
export const CELL_GAP = 1.1;
/** Maximum average width of a letter, in font sizes: a wider word has room for a gap. */
const WIDE_LETTERS = 0.66;
const NARROW_LETTERS = 0.45;
/** Returns the maximum width, in font sizes, of a word with this number of letters. */
export const widestOf = (letters: number): number =>
  Math.max(letters * WIDE_LETTERS, letters * NARROW_LETTERS + CELL_GAP);
/** Letters further apart than this are separate cells, not those of a letter-spaced word. */
const MAX_SPACING = 1.5;
const MIN_SPACING = 0.1;
/** Minimum distance of lines, in font sizes. */
export const NEXT_LINE = 0.7;
/** Maximum overhang, in points, of text over the ruling next to its cell. */
const OVERLAP = 0.5;
/** Right-to-left scripts. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Minimum vertical offset of a cell from its line, in font sizes, for which `lift` is set. */
const MIN_LIFT = 0.3;

/** A word of a line: text without spaces, in text order. */
export interface LineWord extends PageCell {
  readonly baseline: number;
  /** Gap between its letters if it is letter-spaced. It also applies on both sides of a space. */
  readonly spacing?: number;
}

/** Whether a text contains right-to-left script. */
export const isFromRight = (text: string): boolean => FROM_RIGHT.test(text);

/**
 * Splits words that the engine took for one line into lines, from top to bottom. The engine can merge lines after a
 * single sign.
 */
export function linesOf(words: readonly LineWord[], size: number): LineWord[][] {
  const [first] = words;
  if (words.every(({ baseline }) => Math.abs(baseline - first!.baseline) < size * NEXT_LINE)) return [[...words]];
  const lines: LineWord[][] = [];
  for (const word of words.toSorted((a, b) => b.baseline - a.baseline)) {
    const last = lines.at(-1);
    if (last === undefined || last[0]!.baseline - word.baseline >= size * NEXT_LINE) lines.push([word]);
    else last.push(word);
  }
  return lines;
}

/**
 * Returns the cells of a line, or undefined if neither a gap nor a ruling divides its words. The engine sorts fragments
 * by their position on the page as displayed, so the cells of an upside-down row arrive in reverse order.
 */
export function cellsFromLeft(
  words: readonly LineWord[],
  size: number,
  dividers: readonly number[] = [],
): PageCell[] | undefined {
  const gap = size * CELL_GAP + 2 * words.reduce((max, { spacing = 0 }) => Math.max(max, spacing), 0);
  const cells: PageCell[] = [];
  let start = 0;
  let isBackwards = false;
  let isRuledOff = false;
  for (let index = 1; index < words.length; index++) {
    const isBack = words[index - 1]!.left - words[index]!.right >= gap;
    const [from, to] = [words[index - 1]!.right - OVERLAP, words[index]!.left + OVERLAP];
    const isDivided = dividers.some((at) => at >= from && at <= to);
    const isGap = isBack || words[index]!.left - words[index - 1]!.right >= gap;
    if (!isGap && !isDivided) continue;
    isBackwards ||= isBack;
    cells.push({ ...cellOf(words.slice(start, index)), ...liftOf(words[start]!, size), isRuledOff });
    start = index;
    isRuledOff = !isGap;
  }
  if (start === 0) return undefined;
  cells.push({ ...cellOf(words.slice(start)), ...liftOf(words[start]!, size), isRuledOff });
  return isBackwards ? inOrder(cells) : cells;
}

const liftOf = ({ lift = 0 }: LineWord, size: number): Pick<PageCell, "lift"> =>
  Math.abs(lift) > size * MIN_LIFT ? { lift } : {};

/** Sorts cells from left to right, or returns undefined if some overlap. */
function inOrder(cells: readonly PageCell[]): PageCell[] | undefined {
  const ordered = cells.toSorted((a, b) => a.left - b.left);
  return ordered.every((cell, index) => index === 0 || ordered[index - 1]!.right <= cell.left) ? ordered : undefined;
}

/**
 * Returns the cells of right-to-left text, in reading order. Words of other scripts and numbers run the other way, so
 * adjacent words of the text can be far apart on the page. Gaps are therefore searched in page order; within a cell the
 * text order stays.
 */
export function cellsFromRight(words: readonly LineWord[], size: number): PageCell[] | undefined {
  const order = [...words.keys()].toSorted((a, b) => words[b]!.right - words[a]!.right);
  const cells: number[][] = [];
  let edge = -Infinity;
  for (const index of order) {
    const { left, right } = words[index]!;
    const last = cells.at(-1);
    if (last === undefined || edge - right >= size * CELL_GAP) cells.push([index]);
    else last.push(index);
    edge = last === cells.at(-1) ? Math.min(edge, left) : left;
  }
  if (cells.length < 2) return undefined;
  return cells.map((indexes) => cellOf(indexes.toSorted((a, b) => a - b).map((index) => words[index]!)));
}

/** Joins fragments in the given order. */
export function cellOf(pieces: readonly PageCell[]): PageCell {
  let text = "";
  let left = Infinity;
  let right = -Infinity;
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!;
    text = index === 0 ? piece.text : `${text} ${piece.text}`;
    left = Math.min(left, piece.left);
    right = Math.max(right, piece.right);
  }
  return { text, left, right };
}

/**
 * Splits letters into words. The engine omits spaces that are all drawn at one position, so the cells of a row can
 * arrive as one word.
 */
export function wordsOf(letters: readonly LineWord[], size: number): LineWord[] {
  const words: LineWord[] = [];
  const spacing = spacingOf(letters, size);
  for (const letter of letters) {
    const last = words.at(-1);
    const gap = last === undefined ? Infinity : Math.max(letter.left - last.right, last.left - letter.right);
    if (last === undefined || gap >= size * CELL_GAP + spacing)
      words.push(spacing > 0 ? { ...letter, spacing } : letter);
    else {
      const left = Math.min(last.left, letter.left);
      const right = Math.max(last.right, letter.right);
      words[words.length - 1] = { ...last, text: last.text + letter.text, left, right };
    }
  }
  return words;
}

/** Returns the gap between the letters of a letter-spaced word, or 0 for other words. Single digits are cells. */
function spacingOf(letters: readonly LineWord[], size: number): number {
  let min = size * MAX_SPACING;
  for (const [index, letter] of letters.entries()) {
    if (!/^\p{L}$/u.test(letter.text)) return 0;
    if (index > 0) min = Math.min(min, letter.left - letters[index - 1]!.right);
  }
  return min < size * MIN_SPACING || min >= size * MAX_SPACING ? 0 : min;
}
