import { type ParsedBlock, rowOfCells } from "@quarry/plugin";
import { type Cell, codeOf, isLineNumber } from "./code-cells.ts";

/** A `rowspan` beyond this is a mistake; browsers stop at 65,534, which would repeat a cell for pages. */
const MAX_ROW_SPAN = 500;
/** Wider cells only say that they take the whole row. */
const MAX_COLUMN_SPAN = 100;
/** Columns that cells may span; behind them each cell takes one. */
const MAX_SPANNED_COLUMNS = 1_000;
/** Longer texts are not repeated in the columns and rows that they span: they are content, not a label. */
const MAX_REPEATED_CHARACTERS = 200;
/** Characters that one row repeats in all; after that, blank cells keep its columns. */
const MAX_REPEATED_IN_ROW = 1_000;

interface Spanning {
  readonly text: string;
  readonly lastRow: number;
}

/** A row of a table, or code that stood in one beside its line numbers. */
export type TableRow = ParsedBlock | { readonly kind: "listing"; readonly text: string };

/** Collects the cells of one table and gives its rows; a cell that spans columns or rows is repeated in each. */
export class TableRows {
  /** Table id. Rows of one id follow each other; an interruption makes the rest another table. */
  id: number;
  #cells: Cell[] = [];
  /** Cells of the row itself, and those that reach into it from above. */
  #own = 0;
  #fromAbove = 0;
  /** Characters that the row repeats. */
  #repeated = 0;
  #isHeader = true;
  #isInHead = false;
  readonly #spanning = new Map<number, Spanning>();
  #row = 0;

  constructor(id: number) {
    this.id = id;
  }

  /** The caption goes with the table's rows, as a title over all columns does. */
  caption(text: string): ParsedBlock {
    return { kind: "table_header", ...rowOfCells([text]), page: null, tableId: this.id };
  }

  openHead(): void {
    this.#isInHead = true;
  }

  closeHead(): void {
    this.#isInHead = false;
  }

  /** Cells reach no further than the rows that stand in one group with them. */
  closeGroup(): void {
    this.#spanning.clear();
  }

  /** `code` is the text with its lines and indents, where the cell holds code. */
  addCell(text: string, isHeader: boolean, attributes: Record<string, string>, code?: string): void {
    this.#takeSpanning();
    const canSpan = this.#cells.length < MAX_SPANNED_COLUMNS;
    // Zero is all rows of the group.
    const rows = !canSpan
      ? 1
      : attributes["rowspan"] === "0"
        ? MAX_ROW_SPAN
        : span(attributes["rowspan"], MAX_ROW_SPAN);
    const columns = canSpan ? span(attributes["colspan"], MAX_COLUMN_SPAN) : 1;
    const label = text.length <= MAX_REPEATED_CHARACTERS ? text : "";
    for (let column = 0; column < columns; column++) {
      if (rows > 1) this.#spanning.set(this.#cells.length, { text: label, lastRow: this.#row + rows - 1 });
      if (column > 0) this.#repeat(label);
      else this.#cells.push({ text, code, isLineNumber: isLineNumber(attributes) });
    }
    this.#own++;
    this.#isHeader &&= isHeader;
  }

  /** The row, if any of its cells holds text; a table within a cell divides it in two. */
  closeRow(isDivided = false): TableRow | undefined {
    if (this.#cells.length > 0) this.#takeSpanning();
    if (this.#cells.length > 0 && !isDivided) this.#row++;
    const code = codeOf(this.#cells);
    // A cell alone in its row stands over all columns as a title does: there is nothing to keep in place.
    const isTitle = this.#own === 1 && this.#fromAbove === 0;
    const texts = (isTitle ? this.#cells.slice(0, 1) : this.#cells).map(({ text }) => text);
    const isHeader = this.#isInHead || this.#isHeader;
    this.#cells = [];
    this.#own = 0;
    this.#fromAbove = 0;
    this.#repeated = 0;
    this.#isHeader = true;
    if (code !== undefined) return { kind: "listing", text: code };
    const row = rowOfCells(texts);
    if (row.text === "") return undefined;
    return { kind: isHeader ? "table_header" : "table_row", ...row, page: null, tableId: this.id };
  }

  #takeSpanning(): void {
    for (;;) {
      const column = this.#cells.length;
      const cell = this.#spanning.get(column);
      if (cell === undefined) return;
      if (cell.lastRow < this.#row) {
        this.#spanning.delete(column);
        return;
      }
      this.#repeat(cell.text);
      this.#fromAbove++;
    }
  }

  #repeat(label: string): void {
    const text = this.#repeated + label.length <= MAX_REPEATED_IN_ROW ? label : "";
    this.#repeated += text.length;
    this.#cells.push({ text, code: undefined, isLineNumber: false });
  }
}

function span(value: string | undefined, maximum: number): number {
  const count = Number.parseInt(value ?? "1", 10);
  return count >= 1 ? Math.min(count, maximum) : 1;
}
