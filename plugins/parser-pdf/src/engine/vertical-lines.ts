import type { FontStyle } from "./font-styles.ts";
import type { PageBox } from "./page-box.ts";
import type { PageLine } from "./page-text.ts";
import { EAST_ASIAN, type LetterParts, type PlacedLetter, placedLetters } from "./vertical-letters.ts";

/** Maximum and minimum distance between the tops of consecutive letters of a column, in font sizes. */
const MAX_PITCH = 1.5;
const MIN_PITCH = 0.3;
/**
 * Maximum distance between the middles of a column's letters, in font sizes. Ruby text next to the column is further
 * away.
 */
const SAME_COLUMN = 0.45;
const SAME_HEIGHT = 0.3;
/** Maximum distances between consecutive letters and between words of a horizontal line, in font sizes. */
const SAME_LINE = 1.2;
const NEXT_WORD = 2.5;
/** Maximum width of a group of upright digits next to each other in a column, in font sizes. */
const MAX_UPRIGHT_WIDTH = 1.4;
/** Minimum share of steps between letters that lead downwards on a page of columns. */
const MIN_DOWNWARDS = 0.6;
const MIN_STEPS = 4;
/**
 * Minimum gap through the whole page between its tiers, and minimum gap within a column that is a space, in font sizes.
 */
const TIER_GAP = 0.9;
const BLANK_GAP = 0.8;
const WORD_GAP = 0.2;
/** Maximum size of ruby text (readings of Chinese characters) relative to its base text. */
const READING_SCALE = 0.65;
const KANA = /^[\u3040-\u30ff]+$/;
/**
 * Distance of a column's centre line from the baseline, in font sizes. A column is centred on its letters, other lines
 * have them on the baseline.
 */
const MIDDLE = 0.3;

/** Adjacent letters at one height: one letter of a column, a group of digits, or a horizontal line. */
interface LetterGroup {
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

/** Whether lines, read as horizontal, may be columns of vertical text: their letters take up too little width. */
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
 * Returns the lines of a page of vertical text, from right to left: columns as lines that run downwards, tier by tier,
 * with horizontal lines among them. Returns undefined if the letters don't follow each other downwards.
 */
export function verticalLines(parts: VerticalLineParts): PageLine[] | undefined {
  const { left, bottom, right, top } = parts.box;
  const letters = [...placedLetters(parts)].filter(
    (letter) => letter.x > left && letter.x < right && letter.top > bottom && letter.bottom < top,
  );
  if (!runDownwards(letters)) return undefined;
  const groups = letterGroupsOf(letters);
  const textSize = median(groups.map(({ size }) => size));
  return tiersOf(groups, textSize * TIER_GAP).flatMap((tier) =>
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

function letterGroupsOf(letters: readonly PlacedLetter[]): LetterGroup[] {
  const groups: PlacedLetter[][] = [];
  for (const letter of letters) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && isBeside(last, letter)) groups.at(-1)!.push(letter);
    else groups.push([letter]);
  }
  return groups.map((own) => {
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

const isAcross = ({ letters, width, size }: LetterGroup): boolean =>
  letters.length > 1 && width > size * MAX_UPRIGHT_WIDTH;

/** Splits pieces into tiers from top to bottom, at gaps that go through all of them. */
function tiersOf(groups: readonly LetterGroup[], gap: number): LetterGroup[][] {
  const tiers: LetterGroup[][] = [];
  let edge = Infinity;
  for (const group of groups.toSorted((one, other) => other.top - one.top)) {
    if (edge - group.top >= gap || tiers.length === 0) tiers.push([]);
    edge = tiers.at(-1)!.length === 0 ? group.bottom : Math.min(edge, group.bottom);
    tiers.at(-1)!.push(group);
  }
  return tiers;
}

/** Groups pieces into columns from right to left, each from top to bottom. */
function columnsOf(groups: readonly LetterGroup[]): LetterGroup[][] {
  const columns: { x: number; readonly groups: LetterGroup[] }[] = [];
  for (const group of groups.toSorted((one, other) => other.x - one.x)) {
    const last = columns.at(-1);
    const isSame =
      last !== undefined &&
      !isAcross(group) &&
      !isAcross(last.groups[0]!) &&
      last.x - group.x < Math.max(last.groups[0]!.size, group.size) * SAME_COLUMN;
    if (!isSame) columns.push({ x: group.x, groups: [group] });
    else {
      last.groups.push(group);
      last.x += (group.x - last.x) / last.groups.length;
    }
  }
  return columns.map((column) => column.groups.toSorted((one, other) => other.top - one.top));
}

/** Whether a column is ruby text that gives the pronunciation of the column next to it, as in children's books. */
function isReading(column: readonly LetterGroup[], columns: readonly (readonly LetterGroup[])[]): boolean {
  const [{ x, size }] = column as [LetterGroup];
  if (!column.every((group) => KANA.test(textOf(group)))) return false;
  return columns.some(
    ([base]) =>
      base !== undefined && size < base.size * READING_SCALE && x > base.x && x - base.x < base.size * SAME_LINE,
  );
}

const textOf = ({ letters }: LetterGroup): string =>
  letters.map(({ text, isApart }, index) => (isApart && index > 0 ? ` ${text}` : text)).join("");

function lineOf(column: readonly LetterGroup[], { box, styleOf }: VerticalLineParts): PageLine {
  const [first] = column as [LetterGroup];
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
  const text = column.map((group, index) => blankBefore(group, column[index - 1]) + textOf(group)).join("");
  return placed(text, box.top - first.top, box.top - last.bottom, first.x - box.left - first.size * MIDDLE, 270);
}

function blankBefore(group: LetterGroup, last: LetterGroup | undefined): string {
  if (last === undefined) return "";
  const isLatin = group.letters[0]!.isTurned && last.letters.at(-1)!.isTurned;
  return last.bottom - group.top > group.size * (isLatin ? WORD_GAP : BLANK_GAP) ? " " : "";
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}
