import type { PageLine } from "../engine/page-text.ts";
import type { Ruling } from "../engine/rulings.ts";
import { isAmount, isYear } from "./amount.ts";
import type { DocumentWords } from "./document-words.ts";
import { buildTable, hasAmounts, type Table } from "./table.ts";

/** Lines of a page that belong together. */
export type Run = { readonly kind: "text"; readonly lines: readonly PageLine[] } | ({ readonly kind: "table" } & Table);

/** Labels like "Operating expenses" stand alone between rows; more lines than this are text between two tables. */
const MAX_LABEL_LINES = 2;
const MAX_LABEL_CHARACTERS = 120;
/** A longer text that ends like a sentence is one. */
const MIN_SENTENCE_CHARACTERS = 50;
const SENTENCE_END = /\p{Ll}{2}[.;]$/u;
/** The names of columns may be drawn column by column, line by line. */
const MAX_HEADER_PARTS = 6;
/** A page has room for some hundred rows; more are made to keep a reader busy, and come as several tables. */
const MAX_ROWS = 500;
/** Names of columns are smaller than labels, by no more than this. */
const MAX_LABEL_SCALE = 1.3;
/** A gap of so many font sizes before a label ends a table. */
const MAX_LABEL_GAP = 3.5;
/** Longer cells than this on average are columns of text beside each other, not a table. */
const MAX_CELL_CHARACTERS = 45;

/** Divides a page's lines into tables (at least two rows of cells one below the other) and text. */
export function tableRuns(
  lines: readonly PageLine[],
  rules: readonly Ruling[],
  words: DocumentWords,
  apart: Pick<ReadonlySet<PageLine>, "has">,
): Run[] {
  const runs: Run[] = [];
  let text: PageLine[] = [];
  const endText = (): void => {
    if (text.length > 0) runs.push({ kind: "text", lines: text });
    text = [];
  };
  for (let index = 0; index < lines.length;) {
    const end = tableEnd(lines, index, apart);
    const rows = end > index ? lines.slice(index, end) : [];
    if (!isTable(rows)) {
      text.push(lines[index++]!);
      continue;
    }
    const above = text.slice(text.findLastIndex((line) => apart.has(line)) + 1);
    const table = buildTable(rows, above, rules, words);
    text = text.slice(0, text.length - table.takenAbove);
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

/** Where the rows that begin at `start` end, labels between them included; `start` itself when none begins there. */
function tableEnd(lines: readonly PageLine[], start: number, apart: Pick<ReadonlySet<PageLine>, "has">): number {
  if (!isRow(lines[start]!) || apart.has(lines[start]!)) return start;
  const first = lines[start]!;
  let end = start + 1;
  let isHeader = !hasAmounts(first);
  let labels = 0;
  let lastAmounts = isHeader ? -1 : start;
  const last = Math.min(lines.length, start + MAX_ROWS);
  for (let index = end; index < last; index++) {
    const line = lines[index]!;
    if (apart.has(line)) break;
    if (isRow(line)) {
      // Years below amounts name the columns of another table, with the rows above them that have no amounts.
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
 * A label is short, in the type of the table, and not far from the last row; it may stand higher when the file draws
 * the header column by column.
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
  // Long labels are usual where amounts stand beside them.
  const amounts = cells.filter(({ text }) => isAmount(text)).length;
  return characters / cells.length <= MAX_CELL_CHARACTERS || amounts >= rows.length;
}
