import type { PageLine } from "../engine/page-text.ts";
import type { Ruling } from "../engine/rulings.ts";
import { isAmount, isYear } from "./amount.ts";
import type { DocumentWords } from "./document-words.ts";
import { buildTable, hasAmounts, type Table } from "./table.ts";

/** Consecutive lines of a page: text or a table. */
export type Run = { readonly kind: "text"; readonly lines: readonly PageLine[] } | ({ readonly kind: "table" } & Table);

/** Labels such as "Operating expenses" are alone between rows. More lines are text between two tables. */
const MAX_LABEL_LINES = 2;
const MAX_LABEL_CHARACTERS = 120;
/** A longer text that ends like a sentence is a sentence. */
const MIN_SENTENCE_CHARACTERS = 50;
const SENTENCE_END = /\p{Ll}{2}[.;]$/u;
/** Column names can be drawn column by column, line by line. */
const MAX_HEADER_PARTS = 6;
/** A page has room for some hundred rows. More are made to keep a parser busy, and are emitted as several tables. */
const MAX_ROWS = 500;
/** Maximum size of labels relative to column names, which are smaller. */
const MAX_LABEL_SCALE = 1.3;
/** A larger gap before a label, in font sizes, ends a table. */
const MAX_LABEL_GAP = 3.5;
/** Cells that are longer on average are columns of text, not a table. */
const MAX_CELL_CHARACTERS = 45;

/** Splits a page's lines into tables (at least two rows of cells, one below the other) and text. */
export function tableRuns(
  lines: readonly PageLine[],
  rules: readonly Ruling[],
  words: DocumentWords,
  nonTable: Pick<ReadonlySet<PageLine>, "has">,
): Run[] {
  const runs: Run[] = [];
  let text: PageLine[] = [];
  const endText = (): void => {
    if (text.length > 0) runs.push({ kind: "text", lines: text });
    text = [];
  };
  for (let index = 0; index < lines.length;) {
    const end = tableEnd(lines, index, nonTable);
    const rows = end > index ? lines.slice(index, end) : [];
    if (!isTable(rows)) {
      text.push(lines[index++]!);
      continue;
    }
    const above = text.slice(text.findLastIndex((line) => nonTable.has(line)) + 1);
    const table = buildTable(rows, above, rules, words);
    text = text.slice(0, text.length - table.usedAbove);
    endText();
    runs.push({ kind: "table", ...table });
    index = end;
  }
  endText();
  return runs;
}

const namesYears = ({ cells }: PageLine): boolean =>
  cells.length > 2 && cells.slice(1).every(({ text }) => isYear(text));

const isRow = (line: PageLine): boolean => line.cells.length > 1;

/**
 * Returns the end of the rows that begin at `start`, including labels between them. Returns `start` if there are none.
 */
function tableEnd(lines: readonly PageLine[], start: number, nonTable: Pick<ReadonlySet<PageLine>, "has">): number {
  if (!isRow(lines[start]!) || nonTable.has(lines[start]!)) return start;
  const first = lines[start]!;
  let end = start + 1;
  let isHeader = !hasAmounts(first);
  let labels = 0;
  let lastAmounts = isHeader ? -1 : start;
  const last = Math.min(lines.length, start + MAX_ROWS);
  for (let index = end; index < last; index++) {
    const line = lines[index]!;
    if (nonTable.has(line)) break;
    if (isRow(line)) {
      // Years below amounts are the column names of another table, together with preceding rows without amounts.
      if (lastAmounts > start && namesYears(line)) return lastAmounts + 1;
      if (hasAmounts(line)) lastAmounts = index;
      end = index + 1;
      labels = 0;
      isHeader &&= !hasAmounts(line);
    } else {
      const isPart = isHeader && line.left > first.left + first.size;
      if (!isPart && ++labels > MAX_LABEL_LINES) break;
      if (index - end >= MAX_HEADER_PARTS || !isLabel(line, lines[index - 1]!, first.size)) break;
    }
  }
  return end;
}

/**
 * Whether a line is a label: short, in the size of the table, and close to the previous row. It can be higher if the
 * file draws the header column by column.
 */
const isLabel = (line: PageLine, before: PageLine, size: number): boolean =>
  line.text.length <= MAX_LABEL_CHARACTERS &&
  !(line.text.length > MIN_SENTENCE_CHARACTERS && SENTENCE_END.test(line.text)) &&
  line.size <= Math.max(before.size, size) * MAX_LABEL_SCALE &&
  Math.abs(before.baseline - line.baseline) < Math.max(before.size, size) * MAX_LABEL_GAP;

function isTable(lines: readonly PageLine[]): boolean {
  const rows = lines.filter(isRow);
  if (rows.length < 2) return false;
  const cells = rows.flatMap((row) => row.cells);
  const characters = cells.reduce((sum, { text }) => sum + text.length, 0);
  // Long labels are usual next to amounts.
  const amounts = cells.filter(({ text }) => isAmount(text)).length;
  return characters / cells.length <= MAX_CELL_CHARACTERS || amounts >= rows.length;
}
