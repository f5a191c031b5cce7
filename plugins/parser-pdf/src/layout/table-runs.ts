import type { PageLine } from "../engine/page-text.ts";

/** Lines of a page that belong together. */
export type Run =
  | { readonly kind: "text"; readonly lines: readonly PageLine[] }
  | { readonly kind: "table"; readonly header: readonly PageLine[]; readonly rows: readonly PageLine[] };

/** Labels like "Operating expenses" stand alone between rows; more lines than this are text between two tables. */
const MAX_LABEL_LINES = 2;
const MAX_LABEL_CHARACTERS = 120;
/** Longer cells than this on average are columns of text beside each other, not a table. */
const MAX_CELL_CHARACTERS = 45;
const MAX_HEADER_LINES = 4;
const AMOUNT = /^[($€£¥+\-−–— ]*\d[\d,.\s]*[%)x]*$|^[—–-]$/;
const YEAR = /^(?:19|20)\d\d$/;

/** Divides a page's lines into tables (at least two rows of cells one below the other) and text. */
export function tableRuns(lines: readonly PageLine[]): Run[] {
  const runs: Run[] = [];
  let text: PageLine[] = [];
  for (let index = 0; index < lines.length;) {
    const end = tableEnd(lines, index);
    const table = end > index ? lines.slice(index, end) : [];
    if (!isTable(table)) {
      text.push(lines[index++]!);
      continue;
    }
    if (text.length > 0) runs.push({ kind: "text", lines: text });
    text = [];
    runs.push(splitHeader(table));
    index = end;
  }
  if (text.length > 0) runs.push({ kind: "text", lines: text });
  return runs;
}

const isRow = (line: PageLine): boolean => line.cells.length > 1;

/** Where the rows that begin at `start` end, labels between them included; `start` itself when none begins there. */
function tableEnd(lines: readonly PageLine[], start: number): number {
  if (!isRow(lines[start]!)) return start;
  let end = start + 1;
  for (let index = end; index < lines.length; index++) {
    if (isRow(lines[index]!)) end = index + 1;
    else if (index - end >= MAX_LABEL_LINES || lines[index]!.text.length > MAX_LABEL_CHARACTERS) break;
  }
  return end;
}

function isTable(lines: readonly PageLine[]): boolean {
  const rows = lines.filter(isRow);
  if (rows.length < 2) return false;
  const cells = rows.flatMap((row) => row.cells);
  const characters = cells.reduce((sum, cell) => sum + cell.length, 0);
  return characters / cells.length <= MAX_CELL_CHARACTERS;
}

/** The first rows without an amount, as long as amounts follow; years are names of columns. */
function splitHeader(lines: readonly PageLine[]): Run {
  const firstAmounts = lines.findIndex((line) => line.cells.slice(1).some(isAmount));
  const isHeader = firstAmounts > 0 && firstAmounts <= MAX_HEADER_LINES;
  const headerEnd = isHeader ? firstRowBehindHeader(lines, firstAmounts) : 0;
  return { kind: "table", header: lines.slice(0, headerEnd), rows: lines.slice(headerEnd) };
}

/** A label right above the first amounts belongs to the rows. */
function firstRowBehindHeader(lines: readonly PageLine[], firstAmounts: number): number {
  let end = firstAmounts;
  while (end > 0 && !isRow(lines[end - 1]!)) end--;
  return end;
}

const isAmount = (cell: string): boolean => AMOUNT.test(cell) && !YEAR.test(cell);
