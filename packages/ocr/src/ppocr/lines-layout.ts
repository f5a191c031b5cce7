import { type LayoutBlock, type LayoutLine, type PageLayout, TABLE_BLOCK } from "../page-layout.ts";
import { columnsOf } from "./columns.ts";
import { type LevelLine, levelLines, uprightBox } from "./level-lines.ts";
import type { ReadLine } from "./ppocr-protocol.ts";
import { medianAngle } from "./text-box.ts";

/** Tesseract's block type of flowing text. */
const TEXT_BLOCK = 1;
/** Maximum distance of the middles of one row, relative to the smaller height. */
const SAME_ROW = 0.5;
/** Minimum gap between cells of a row, relative to its height. */
const CELL_GAP = 1.1;
/** Shorter first cells are bullets and item numbers. */
const MIN_CELL_CHARACTERS = 4;
/** Minimum distance, relative to the median row distance, of a row that begins a paragraph. */
const PARAGRAPH_DISTANCE = 1.3;
/** Maximum ratio of letter heights within a paragraph. */
const SAME_HEIGHT = 1.35;
/** A row that ends before this share of its column's width ends a paragraph. */
const FULL_ROW = 0.8;
/** Minimum indent, relative to the height, of a row that begins a paragraph. */
const INDENT = 0.8;

/** Lines next to each other, from left to right. */
interface Row {
  readonly lines: readonly LevelLine[];
  readonly left: number;
  readonly right: number;
  readonly middle: number;
  readonly height: number;
  readonly hasCells: boolean;
}

/** Returns the layout of a page in reading order: text columns one after the other, forms and tables row by row. */
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
  const isItem = gaps === 1 && isApart(lines[1]!, 1) && charactersIn(first) < MIN_CELL_CHARACTERS;
  return { lines, height, left: first.left, right: last.right, middle: first.middle, hasCells: gaps > 0 && !isItem };
}

const charactersIn = ({ words }: ReadLine): number => words.reduce((sum, { text }) => sum + text.length, 0);

/** Groups rows into blocks: rows with cells form tables, the others text in paragraphs. */
function blocksOf(rows: readonly Row[]): LayoutBlock[] {
  const blocks: LayoutBlock[] = [];
  for (let start = 0; start < rows.length;) {
    const { hasCells } = rows[start]!;
    let end = start + 1;
    while (end < rows.length && rows[end]!.hasCells === hasCells) end++;
    const blockRows = rows.slice(start, end);
    const paragraphs = hasCells ? blockRows.map((row) => [row]) : paragraphsOf(blockRows);
    blocks.push({
      blocktype: hasCells ? TABLE_BLOCK : TEXT_BLOCK,
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
