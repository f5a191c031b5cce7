import type { FontStyle } from "./font-styles.ts";
import type { PageBox } from "./page-box.ts";
import type { PageLine } from "./page-text.ts";
import { EAST_ASIAN, type LetterParts, type PlacedLetter, placedLetters } from "./vertical-letters.ts";

/** Letters of a column follow each other at no more than this many font sizes, from one's top to the next. */
const MAX_PITCH = 1.5;
const MIN_PITCH = 0.3;
/** Letters of a column have their middles no further apart than this many font sizes; readings beside them do. */
const SAME_COLUMN = 0.45;
const SAME_HEIGHT = 0.3;
/** Letters of a line across the page follow each other within this many font sizes, words within more. */
const SAME_LINE = 1.2;
const NEXT_WORD = 2.5;
/** Figures that stand upright beside each other in a column are no wider. */
const MAX_UPRIGHT_WIDTH = 1.4;
/** Of the steps from letter to letter on a page of columns this share at least leads downwards. */
const MIN_DOWNWARDS = 0.6;
const MIN_STEPS = 4;
/** Gaps of so many font sizes through the whole page divide its tiers, and so much within a column is a blank. */
const TIER_GAP = 0.9;
const BLANK_GAP = 0.8;
const WORD_GAP = 0.2;
/** Readings of Chinese letters are this much smaller, or more. */
const READING_SCALE = 0.65;
const KANA = /^[\u3040-\u30ff]+$/;
/** A column is centred on its letters, which other lines stand on. */
const MIDDLE = 0.3;

/** Letters that stand beside each other: one of a column, some figures in one place, or a line across the page. */
interface Piece {
  readonly letters: readonly PlacedLetter[];
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
}

export interface VerticalLineParts extends LetterParts {
  readonly box: PageBox;
  readonly styleOf: (index: number) => FontStyle;
}

/** Whether lines, read as if they ran across the page, look like a page of columns: its letters take too little room for them. */
export function mayBeVertical(lines: readonly PageLine[]): boolean {
  let upright = 0;
  let across = 0;
  for (const { text, left, right, size } of lines) {
    if (!EAST_ASIAN.test(text)) continue;
    if (text.length === 1 || right - left < (text.length * size) / 2) upright += text.length;
    else across += text.length;
  }
  return upright >= MIN_STEPS && upright > across;
}

/**
 * The lines of a page of columns that are read from the right: columns as lines that run downwards, tier by tier, and what
 * stands across the page among them. Undefined when its letters don't follow each other downwards.
 */
export function verticalLines(parts: VerticalLineParts): PageLine[] | undefined {
  const { left, bottom, right, top } = parts.box;
  const letters = [...placedLetters(parts)].filter(
    (letter) => letter.x > left && letter.x < right && letter.top > bottom && letter.bottom < top,
  );
  if (!runDownwards(letters)) return undefined;
  const pieces = piecesOf(letters);
  const textSize = median(pieces.map(({ size }) => size));
  return tiersOf(pieces, textSize * TIER_GAP).flatMap((tier) =>
    columnsOf(tier)
      .filter((column, _, columns) => !isReading(column, columns))
      .map((column) => lineOf(column, parts)),
  );
}

function runDownwards(letters: readonly PlacedLetter[]): boolean {
  let down = 0;
  let across = 0;
  for (let index = 1; index < letters.length; index++) {
    const [last, letter] = [letters[index - 1]!, letters[index]!];
    if (!last.isWide || !letter.isWide) continue;
    const drop = (last.top - letter.top) / letter.size;
    const aside = Math.abs(last.x - letter.x) / letter.size;
    if (aside < SAME_COLUMN && drop > MIN_PITCH && drop < MAX_PITCH) down++;
    else if (Math.abs(drop) < SAME_HEIGHT && aside < NEXT_WORD) across++;
  }
  return down >= MIN_STEPS && down >= (down + across) * MIN_DOWNWARDS;
}

function piecesOf(letters: readonly PlacedLetter[]): Piece[] {
  const pieces: PlacedLetter[][] = [];
  for (const letter of letters) {
    const last = pieces.at(-1)?.at(-1);
    if (last !== undefined && isBeside(last, letter)) pieces.at(-1)!.push(letter);
    else pieces.push([letter]);
  }
  return pieces.map((own) => {
    const from = Math.min(...own.map(({ x, width }) => x - width / 2));
    const to = Math.max(...own.map(({ x, width }) => x + width / 2));
    const [{ top, bottom, size }] = own as [PlacedLetter];
    return { letters: own, x: (from + to) / 2, width: to - from, top, bottom, size };
  });
}

function isBeside(last: PlacedLetter, letter: PlacedLetter): boolean {
  const step = (letter.x - last.x) / letter.size;
  const isLevel = Math.abs(letter.top - last.top) < letter.size * SAME_HEIGHT;
  return isLevel && !letter.isTurned && step > 0 && step < (letter.isApart ? NEXT_WORD : SAME_LINE);
}

const isAcross = ({ letters, width, size }: Piece): boolean => letters.length > 1 && width > size * MAX_UPRIGHT_WIDTH;

/** From top to bottom, divided where a gap goes through all of them. */
function tiersOf(pieces: readonly Piece[], gap: number): Piece[][] {
  const tiers: Piece[][] = [];
  let edge = Infinity;
  for (const piece of pieces.toSorted((one, other) => other.top - one.top)) {
    if (edge - piece.top >= gap || tiers.length === 0) tiers.push([]);
    edge = tiers.at(-1)!.length === 0 ? piece.bottom : Math.min(edge, piece.bottom);
    tiers.at(-1)!.push(piece);
  }
  return tiers;
}

/** From right to left, each from top to bottom. */
function columnsOf(pieces: readonly Piece[]): Piece[][] {
  const columns: { x: number; readonly pieces: Piece[] }[] = [];
  for (const piece of pieces.toSorted((one, other) => other.x - one.x)) {
    const last = columns.at(-1);
    const isSame =
      last !== undefined &&
      !isAcross(piece) &&
      !isAcross(last.pieces[0]!) &&
      last.x - piece.x < Math.max(last.pieces[0]!.size, piece.size) * SAME_COLUMN;
    if (!isSame) columns.push({ x: piece.x, pieces: [piece] });
    else {
      last.pieces.push(piece);
      last.x += (piece.x - last.x) / last.pieces.length;
    }
  }
  return columns.map((column) => column.pieces.toSorted((one, other) => other.top - one.top));
}

/** Whether a column gives the sounds of letters in the one beside it, as between the lines of a book for children. */
function isReading(column: readonly Piece[], columns: readonly (readonly Piece[])[]): boolean {
  const [{ x, size }] = column as [Piece];
  if (!column.every((piece) => KANA.test(textOf(piece)))) return false;
  return columns.some(
    ([base]) =>
      base !== undefined && size < base.size * READING_SCALE && x > base.x && x - base.x < base.size * SAME_LINE,
  );
}

const textOf = ({ letters }: Piece): string =>
  letters.map(({ text, isApart }, index) => (isApart && index > 0 ? ` ${text}` : text)).join("");

function lineOf(column: readonly Piece[], { box, styleOf }: VerticalLineParts): PageLine {
  const [first] = column as [Piece];
  const last = column.at(-1)!;
  const { isBold, isItalic } = styleOf(first.letters[0]!.index);
  const style = { size: Math.round(first.size * 2) / 2, isBold, isItalic, isInvisible: false };
  const placed = (text: string, left: number, right: number, baseline: number, angle: number): PageLine => ({
    ...style,
    ...{ text, left, right, baseline, angle, cells: [{ text, left, right }] },
  });
  if (column.length === 1 && (isAcross(first) || !first.letters[0]!.isWide)) {
    const left = first.x - first.width / 2 - box.left;
    return placed(textOf(first), left, left + first.width, first.top - first.size * (1 - MIDDLE / 2) - box.bottom, 0);
  }
  const text = column.map((piece, index) => blankBefore(piece, column[index - 1]) + textOf(piece)).join("");
  return placed(text, box.top - first.top, box.top - last.bottom, first.x - box.left - first.size * MIDDLE, 270);
}

function blankBefore(piece: Piece, last: Piece | undefined): string {
  if (last === undefined) return "";
  const isLatin = piece.letters[0]!.isTurned && last.letters.at(-1)!.isTurned;
  return last.bottom - piece.top > piece.size * (isLatin ? WORD_GAP : BLANK_GAP) ? " " : "";
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}
