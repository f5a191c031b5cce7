import type { LineBox } from "@quarry/plugin";
import type { PageLine, PageSheet } from "../engine/page-text.ts";
import { isAmount } from "./amount.ts";
import type { DocumentProfile } from "./document-profile.ts";
import { endText } from "./mend-text.ts";
import { placeOf } from "./place-on-page.ts";

/** So many lines of typewriter letters are code wherever they stand; fewer only where they stand apart. */
const MIN_LINES = 3;
/** A gap of more usual distances of lines lies around a paragraph, and around a listing. */
const PARAGRAPH_GAP = 1.22;
const MAX_GAP = 2.6;
/** A listing's empty lines, in least distances of its lines. */
const EMPTY_LINE = 1.7;
/** A line that begins this many font sizes further right than its neighbour is set in. */
const INDENT = 1;
/** Most of a table's rows have amounts in so many cells. */
const MIN_TABLE_CELLS = 3;
const MIN_TABLE_SHARE = 0.6;
/** The width of letters, in font sizes, where no line tells it, and the letters of a line that does. */
const LETTER_WIDTH = 0.6;
const MIN_TELLING_LETTERS = 4;
/** A file that places letters anywhere must not make long rows of blanks. */
const MAX_COLUMN = 200;

/** The lines of each listing on a page: typewriter letters in a document whose text is set in others. */
export function codeBlocks(
  lines: readonly PageLine[],
  profile: DocumentProfile,
  isHeading: (line: PageLine) => boolean,
): readonly PageLine[][] {
  if (profile.isBodyMono) return [];
  const blocks: PageLine[][] = [];
  for (let start = 0, end = 1; start < lines.length; start = end++) {
    if (!isCode(lines[start]!, isHeading)) continue;
    while (end < lines.length && isCode(lines[end]!, isHeading) && goesOn(lines[end - 1]!, lines[end]!)) end++;
    const block = lines.slice(start, end);
    const stands = block.length >= MIN_LINES || standsApart(block, lines[start - 1], lines[end], profile);
    if (stands && !isTable(block)) blocks.push(block);
  }
  return blocks;
}

const isCode = (line: PageLine, isHeading: (line: PageLine) => boolean): boolean =>
  line.isMono === true && !isHeading(line);

function goesOn(last: PageLine, line: PageLine): boolean {
  const gap = (last.baseline - line.baseline) / line.size;
  return line.angle === last.angle && gap > 0 && gap <= MAX_GAP;
}

/** Whether wider gaps than between lines of text lie around some lines, or they are set in. */
function standsApart(
  block: readonly PageLine[],
  before: PageLine | undefined,
  behind: PageLine | undefined,
  { leading }: DocumentProfile,
): boolean {
  const isApart = (line: PageLine, other: PageLine | undefined): boolean => {
    if (other === undefined || line.left >= other.left + line.size * INDENT) return true;
    const gap = Math.abs(other.baseline - line.baseline) / Math.max(line.size, other.size);
    return gap > leading * PARAGRAPH_GAP + 0.05;
  };
  return isApart(block[0]!, before) && isApart(block.at(-1)!, behind);
}

function isTable(block: readonly PageLine[]): boolean {
  const rows = block.filter(
    ({ cells }) => cells.length >= MIN_TABLE_CELLS && cells.slice(1).some(({ text }) => isAmount(text.trim())),
  );
  return rows.length > 1 && rows.length >= block.length * MIN_TABLE_SHARE;
}

/** The text of a listing with its lines, indents and gaps, and where each line stands. */
export function codeText(
  block: readonly PageLine[],
  sheet: PageSheet,
): { readonly text: string; readonly lines: readonly LineBox[] } {
  const left = block.reduce((least, line) => Math.min(least, line.left), Infinity);
  const width = letterWidth(block);
  const pitch = block.reduce((least, _, place) => Math.min(least, gapAbove(block, place)), Infinity);
  let text = "";
  const lines: LineBox[] = [];
  for (const [index, line] of block.entries()) {
    if (index > 0) text += gapAbove(block, index) > pitch * EMPTY_LINE ? "\n\n" : "\n";
    lines.push(...placeOf([line], sheet, text.length));
    text += rowText(line, left, width);
  }
  return { text, lines };
}

const gapAbove = (block: readonly PageLine[], index: number): number =>
  index === 0 ? Infinity : block[index - 1]!.baseline - block[index]!.baseline;

function rowText(line: PageLine, from: number, width: number): string {
  let row = "";
  for (const { text, left } of line.cells) {
    const column = Math.min(MAX_COLUMN, Math.round((left - from) / width));
    row = row === "" ? " ".repeat(Math.max(0, column)) : row.padEnd(Math.max(column, row.length + 1));
    row += endText(text);
  }
  return row;
}

function letterWidth(block: readonly PageLine[]): number {
  const widths = block
    .flatMap(({ cells }) => cells)
    .filter(({ text }) => text.length >= MIN_TELLING_LETTERS)
    .map(({ text, left, right }) => (right - left) / text.length);
  const middle = widths.toSorted((one, other) => one - other)[widths.length >> 1] ?? 0;
  return middle > 0 ? middle : block[0]!.size * LETTER_WIDTH;
}
