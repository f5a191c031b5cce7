import { type ParsedBlock, rowOfCells } from "@quarry/plugin";
import { type Cell, codeOf, isLineNumber } from "./code-cells.ts";

/** A larger `rowspan` is a mistake. Browsers limit it to 65,534, which would repeat a cell for pages. */
const MAX_ROW_SPAN = 500;
/** A larger `colspan` only means the whole row. */
const MAX_COLUMN_SPAN = 100;
/** Maximum columns of a row up to which cells can span. After them each cell takes one column. */
const MAX_SPANNED_COLUMNS = 1_000;
/** Longer texts are not repeated in the columns and rows that they span: they are content, not labels. */
const MAX_REPEATED_CHARACTERS = 200;
/** Maximum repeated characters per row. After that, empty cells preserve the columns. */
const MAX_REPEATED_IN_ROW = 1_000;

interface Spanning {
  readonly text: string;
  readonly lastRow: number;
}

/** A table row, or code that was in one next to its line numbers. */
export type TableRow = ParsedBlock | { readonly kind: "listing"; readonly text: string };

/** Collects the cells of one table and returns its rows. A cell that spans columns or rows is repeated in each. */
export class TableRows {
  /** Table id. Rows with one id are consecutive: after an interruption the rest is another table. */
  id: number;
  #cells: Cell[] = [];
  /** Number of the row's own cells, and of cells that span into it from above. */
  #ownCells = 0;
  #spannedCells = 0;
  /** Repeated characters in the current row. */
  #repeated = 0;
  #isHeader = true;
  #isInHead = false;
  readonly #spanning = new Map<number, Spanning>();
  #row = 0;

  constructor(id: number) {
    this.id = id;
  }

  /** Returns the caption as a header row of the table, like a title over all columns. */
  caption(text: string): ParsedBlock {
    return { kind: "table_header", ...rowOfCells([text]), page: null, tableId: this.id };
  }

  openHead(): void {
    this.#isInHead = true;
  }

  closeHead(): void {
    this.#isInHead = false;
  }

  /** Ends a row group: cells don't span beyond their group. */
  closeGroup(): void {
    this.#spanning.clear();
  }

  /** Adds a cell. `code` is the text with its lines and indents, if the cell contains code. */
  addCell(text: string, isHeader: boolean, attributes: Record<string, string>, code?: string): void {
    this.#repeatSpanning();
    const canSpan = this.#cells.length < MAX_SPANNED_COLUMNS;
    // `rowspan="0"` spans all rows of the group.
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
    this.#ownCells++;
    this.#isHeader &&= isHeader;
  }

  /** Returns the row if any of its cells has text. A table within a cell divides it in two. */
  closeRow(isDivided = false): TableRow | undefined {
    if (this.#cells.length > 0) this.#repeatSpanning();
    if (this.#cells.length > 0 && !isDivided) this.#row++;
    const code = codeOf(this.#cells);
    // A single cell in its row spans all columns like a title, so there are no columns to preserve.
    const isTitle = this.#ownCells === 1 && this.#spannedCells === 0;
    const texts = (isTitle ? this.#cells.slice(0, 1) : this.#cells).map(({ text }) => text);
    const isHeader = this.#isInHead || this.#isHeader;
    this.#cells = [];
    this.#ownCells = 0;
    this.#spannedCells = 0;
    this.#repeated = 0;
    this.#isHeader = true;
    if (code !== undefined) return { kind: "listing", text: code };
    const row = rowOfCells(texts);
    if (row.text === "") return undefined;
    return { kind: isHeader ? "table_header" : "table_row", ...row, page: null, tableId: this.id };
  }

  #repeatSpanning(): void {
    for (;;) {
      const column = this.#cells.length;
      const cell = this.#spanning.get(column);
      if (cell === undefined) return;
      if (cell.lastRow < this.#row) {
        this.#spanning.delete(column);
        return;
      }
      this.#repeat(cell.text);
      this.#spannedCells++;
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
