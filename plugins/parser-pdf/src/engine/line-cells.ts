import type { PageCell } from "./page-text.ts";

/** A gap wider than this many font sizes divides cells; blanks of justified text stay well below. */
export const CELL_GAP = 1.1;
/** Letters are narrower than this many font sizes on average, so that a wider word has room for a gap. */
const WIDE_LETTERS = 0.66;
const NARROW_LETTERS = 0.45;
/** The width of a word of so many letters, at most. */
export const widestOf = (letters: number): number =>
  Math.max(letters * WIDE_LETTERS, letters * NARROW_LETTERS + CELL_GAP);
/** Letters that stand further apart than this are cells, not those of a spaced word. */
const MAX_SPACING = 1.5;
const MIN_SPACING = 0.1;
/** Lines stand at least this many font sizes apart. */
export const NEXT_LINE = 0.7;
/** How far, in points, text may stick out over the line beside its cell. */
const OVERLAP = 0.5;
/** Scripts that are read from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Cells that stand higher or lower than their line by more than this many font sizes are said to. */
const MIN_LIFT = 0.3;

/** Part of a line without blanks, in the order of the text. */
export interface LineWord extends PageCell {
  readonly baseline: number;
  /** How far its letters stand apart, where they are spaced out: on both sides of a blank too. */
  readonly spacing?: number;
}

/** Whether some of a text is read from right to left. */
export const isFromRight = (text: string): boolean => FROM_RIGHT.test(text);

/** The lines that the engine took for one, from top to bottom: it may do so behind a single sign. */
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
 * The cells of a line; undefined when neither a gap nor a line that is drawn between its words divides it. The engine sorts what is drawn in pieces by its place on the page
 * as it is shown, so that the cells of a row that stands on its head come last one first.
 */
export function cellsFromLeft(
  words: readonly LineWord[],
  size: number,
  dividers: readonly number[] = [],
): PageCell[] | undefined {
  const gap = size * CELL_GAP + 2 * words.reduce((most, { spacing = 0 }) => Math.max(most, spacing), 0);
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

/** From left to right; undefined where some lie above others. */
function inOrder(cells: readonly PageCell[]): PageCell[] | undefined {
  const ordered = cells.toSorted((a, b) => a.left - b.left);
  return ordered.every((cell, index) => index === 0 || ordered[index - 1]!.right <= cell.left) ? ordered : undefined;
}

/**
 * The same for text from right to left, in the order in which it is read. Words of other scripts and numbers stand among
 * them the other way round, so that words which follow each other in the text may be far apart on the page: the gaps are
 * looked for on the page, and within a cell the text's order stays.
 */
export function cellsFromRight(words: readonly LineWord[], size: number): PageCell[] | undefined {
  const order = [...words.keys()].toSorted((a, b) => words[b]!.right - words[a]!.right);
  const cells: number[][] = [];
  let edge = -Infinity;
  for (const place of order) {
    const { left, right } = words[place]!;
    const last = cells.at(-1);
    if (last === undefined || edge - right >= size * CELL_GAP) cells.push([place]);
    else last.push(place);
    edge = last === cells.at(-1) ? Math.min(edge, left) : left;
  }
  if (cells.length < 2) return undefined;
  return cells.map((places) => cellOf(places.toSorted((a, b) => a - b).map((place) => words[place]!)));
}

/** Pieces put together, in the given order. */
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
 * The words that some letters are. The engine leaves out blanks that are drawn on one spot, so that the cells of a row
 * may come as one word.
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

/** How far the letters of a word that is spaced out stand apart; 0 for others. Single digits are cells. */
function spacingOf(letters: readonly LineWord[], size: number): number {
  let least = size * MAX_SPACING;
  for (const [index, letter] of letters.entries()) {
    if (!/^\p{L}$/u.test(letter.text)) return 0;
    if (index > 0) least = Math.min(least, letter.left - letters[index - 1]!.right);
  }
  return least < size * MIN_SPACING || least >= size * MAX_SPACING ? 0 : least;
}
