import { type LayoutBlock, type LayoutLine, type PageLayout, TABLE_BLOCK } from "../page-layout.ts";
import { columnsOf } from "./columns.ts";
import { type LevelLine, levelLines, uprightBox } from "./level-lines.ts";
import type { ReadLine } from "./ppocr-protocol.ts";
import { medianAngle } from "./text-box.ts";

/** Tesseract's number for text that flows. */
const TEXT_BLOCK = 1;
/** Middles of one row differ by less of the lower height. */
const SAME_ROW = 0.5;
/** Parts of a row that stand further apart, in heights, are cells. */
const CELL_GAP = 1.1;
/** Shorter first cells are bullets and numbers of items. */
const MIN_CELL_SIGNS = 4;
/** A row further below the one before, by the median distance of rows, begins a paragraph. */
const PARAGRAPH_DISTANCE = 1.3;
/** Letters of one paragraph differ by less in height. */
const SAME_HEIGHT = 1.35;
/** A row that ends before this share of its column ends a paragraph. */
const FULL_ROW = 0.8;
/** A row that begins further to the right than the one before, in heights, begins a paragraph. */
const INDENT = 0.8;

/** Lines beside each other, from the left. */
interface Row {
  readonly lines: readonly LevelLine[];
  readonly left: number;
  readonly right: number;
  readonly middle: number;
  readonly height: number;
  readonly isOfCells: boolean;
}

/** The lines of a page in reading order: columns of text one after the other, forms and tables row by row. */
export function layoutOf(lines: readonly ReadLine[]): PageLayout {
  const level = levelLines(lines, medianAngle(lines.map(({ box }) => box)));
  return { blocks: columnsOf(level).flatMap((column) => blocksOf(rowsOf(column))) };
}

function rowsOf(lines: readonly LevelLine[]): Row[] {
  const rows: LevelLine[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const first = row?.[0];
    const isBeside =
      first !== undefined && Math.abs(line.middle - first.middle) < SAME_ROW * Math.min(line.height, first.height);
    if (isBeside) row!.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => rowOf(row.toSorted((one, other) => one.left - other.left)));
}

function rowOf(lines: readonly LevelLine[]): Row {
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const height = Math.max(...lines.map((line) => line.height));
  const isApart = (line: LevelLine, index: number): boolean => {
    const before = lines[index - 1];
    return before !== undefined && line.left - before.right > height * CELL_GAP;
  };
  const gaps = lines.filter(isApart).length;
  const isItem = gaps === 1 && isApart(lines[1]!, 1) && signsIn(first) < MIN_CELL_SIGNS;
  return { lines, height, left: first.left, right: last.right, middle: first.middle, isOfCells: gaps > 0 && !isItem };
}

const signsIn = ({ words }: ReadLine): number => words.reduce((sum, { text }) => sum + text.length, 0);

/** Rows of cells make tables, the others text in paragraphs. */
function blocksOf(rows: readonly Row[]): LayoutBlock[] {
  const blocks: LayoutBlock[] = [];
  for (let start = 0; start < rows.length;) {
    const { isOfCells } = rows[start]!;
    let end = start + 1;
    while (end < rows.length && rows[end]!.isOfCells === isOfCells) end++;
    const own = rows.slice(start, end);
    const paragraphs = isOfCells ? own.map((row) => [row]) : paragraphsOf(own);
    blocks.push({
      blocktype: isOfCells ? TABLE_BLOCK : TEXT_BLOCK,
      paragraphs: paragraphs.map((paragraph) => ({ lines: paragraph.map(layoutLine) })),
    });
    start = end;
  }
  return blocks;
}

function paragraphsOf(rows: readonly Row[]): Row[][] {
  const distances = Float64Array.from(rows.slice(1), ({ middle }, index) => middle - rows[index]!.middle).sort();
  const distance = distances[distances.length >> 1] ?? 0;
  const [left, right] = [Math.min(...rows.map((row) => row.left)), Math.max(...rows.map((row) => row.right))];
  const begins = (row: Row, before: Row): boolean =>
    row.middle - before.middle > distance * PARAGRAPH_DISTANCE ||
    Math.max(row.height, before.height) > Math.min(row.height, before.height) * SAME_HEIGHT ||
    before.right < left + (right - left) * FULL_ROW ||
    row.left > before.left + row.height * INDENT;
  const paragraphs: Row[][] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && !begins(row, rows[index - 1]!)) paragraphs.at(-1)!.push(row);
    else paragraphs.push([row]);
  }
  return paragraphs;
}

function layoutLine({ lines }: Row): LayoutLine {
  const words = lines.flatMap((line) =>
    line.words.map(({ text, confidence }) => ({ text, confidence: confidence * 100, bbox: uprightBox(line.box) })),
  );
  return { text: words.map(({ text }) => text).join(" "), words };
}
