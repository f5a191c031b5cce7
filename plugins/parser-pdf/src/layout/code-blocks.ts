import type { LineBox } from "@quarry/plugin";
import type { PageLine, PageSheet } from "../engine/page-text.ts";
import { isAmount } from "./amount.ts";
import type { DocumentProfile } from "./document-profile.ts";
import { endText } from "./correct-text.ts";
import { lineBoxOf } from "./page-coordinates.ts";

/** From this number on, monospaced lines are code anywhere. Fewer lines are only code if they are set apart. */
const MIN_LINES = 3;
/**
 * Minimum gap around a paragraph or listing, and maximum gap within a listing, relative to the usual line distance and
 * to the font size.
 */
const PARAGRAPH_GAP = 1.22;
const MAX_GAP = 2.6;
/** Minimum line distance that counts as an empty line of a listing, relative to its smallest line distance. */
const EMPTY_LINE = 1.7;
/** Minimum indent relative to a neighbouring line, in font sizes. */
const INDENT = 1;
/** Minimum cells of a table row with amounts, and minimum share of such rows in a table. */
const MIN_TABLE_CELLS = 3;
const MIN_TABLE_SHARE = 0.6;
/** Default letter width in font sizes, and minimum letters of a cell from which the width is measured. */
const LETTER_WIDTH = 0.6;
const MIN_MEASURED_LETTERS = 4;
/** Maximum column: a file with arbitrary letter positions must not produce long rows of spaces. */
const MAX_COLUMN = 200;

/** Returns the lines of each listing on a page: monospaced lines in a document whose body text is proportional. */
export function codeBlocks(
  lines: readonly PageLine[],
  profile: DocumentProfile,
  isHeading: (line: PageLine) => boolean,
): readonly PageLine[][] {
  if (profile.isBodyMono) return [];
  const blocks: PageLine[][] = [];
  for (let start = 0, end = 1; start < lines.length; start = end++) {
    if (!isCode(lines[start]!, isHeading)) continue;
    while (end < lines.length && isCode(lines[end]!, isHeading) && continuesListing(lines[end - 1]!, lines[end]!))
      end++;
    const block = lines.slice(start, end);
    const isListing = block.length >= MIN_LINES || isSetApart(block, lines[start - 1], lines[end], profile);
    if (isListing && !isTable(block)) blocks.push(block);
  }
  return blocks;
}

const isCode = (line: PageLine, isHeading: (line: PageLine) => boolean): boolean =>
  line.isMono === true && !isHeading(line);

function continuesListing(last: PageLine, line: PageLine): boolean {
  const gap = (last.baseline - line.baseline) / line.size;
  return line.angle === last.angle && gap > 0 && gap <= MAX_GAP;
}

/** Whether a block is indented, or has wider gaps around it than lines of text. */
function isSetApart(
  block: readonly PageLine[],
  before: PageLine | undefined,
  after: PageLine | undefined,
  { leading }: DocumentProfile,
): boolean {
  const isApart = (line: PageLine, other: PageLine | undefined): boolean => {
    if (other === undefined || line.left >= other.left + line.size * INDENT) return true;
    const gap = Math.abs(other.baseline - line.baseline) / Math.max(line.size, other.size);
    return gap > leading * PARAGRAPH_GAP + 0.05;
  };
  return isApart(block[0]!, before) && isApart(block.at(-1)!, after);
}

function isTable(block: readonly PageLine[]): boolean {
  const rows = block.filter(
    ({ cells }) => cells.length >= MIN_TABLE_CELLS && cells.slice(1).some(({ text }) => isAmount(text.trim())),
  );
  return rows.length > 1 && rows.length >= block.length * MIN_TABLE_SHARE;
}

/** Returns the text of a listing with its line breaks, indents and gaps, and the position of each line. */
export function codeText(
  block: readonly PageLine[],
  sheet: PageSheet,
): { readonly text: string; readonly lines: readonly LineBox[] } {
  const left = block.reduce((min, line) => Math.min(min, line.left), Infinity);
  const width = letterWidth(block);
  const pitch = block.reduce((min, _, index) => Math.min(min, gapAbove(block, index)), Infinity);
  let text = "";
  const lines: LineBox[] = [];
  for (const [index, line] of block.entries()) {
    if (index > 0) text += gapAbove(block, index) > pitch * EMPTY_LINE ? "\n\n" : "\n";
    lines.push(...lineBoxOf([line], sheet, text.length));
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
    .filter(({ text }) => text.length >= MIN_MEASURED_LETTERS)
    .map(({ text, left, right }) => (right - left) / text.length);
  const middle = widths.toSorted((one, other) => one - other)[widths.length >> 1] ?? 0;
  return middle > 0 ? middle : block[0]!.size * LETTER_WIDTH;
}
