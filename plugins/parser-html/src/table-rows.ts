import type { ParsedBlock } from "@quarry/plugin";

/** A `rowspan` beyond this is a mistake; browsers stop at 65,534, which would repeat a cell for pages. */
const MAX_ROW_SPAN = 500;
const MAX_COLUMN_SPAN = 500;
/** Longer texts are not repeated in the rows that they span: they are content, not a label. */
const MAX_REPEATED_CHARACTERS = 200;

interface Spanning {
  readonly text: string;
  rowsLeft: number;
}

/** Collects the cells of one table and gives its rows; a cell that spans rows is repeated in each. */
export class TableRows {
  /** Rows of one id stand one after the other; what interrupts them makes the rest another table. */
  id: number;
  #cells: string[] = [];
  #column = 0;
  #isHeader = true;
  #isInHead = false;
  readonly #spanning = new Map<number, Spanning>();

  constructor(id: number) {
    this.id = id;
  }

  openHead(): void {
    this.#isInHead = true;
  }

  closeHead(): void {
    this.#isInHead = false;
  }

  addCell(text: string, isHeader: boolean, attributes: Record<string, string>): void {
    this.#takeSpanning();
    const columns = span(attributes["colspan"], MAX_COLUMN_SPAN);
    const rows = span(attributes["rowspan"], MAX_ROW_SPAN);
    if (rows > 1) {
      this.#spanning.set(this.#column, {
        text: text.length <= MAX_REPEATED_CHARACTERS ? text : "",
        rowsLeft: rows - 1,
      });
    }
    this.#cells.push(text);
    this.#column += columns;
    this.#isHeader &&= isHeader;
  }

  /** The row, if any of its cells holds text. */
  closeRow(): ParsedBlock | undefined {
    if (this.#column > 0) this.#takeSpanning();
    const cells = this.#cells;
    const isHeader = this.#isInHead || this.#isHeader;
    this.#cells = [];
    this.#column = 0;
    this.#isHeader = true;
    while (cells.at(-1) === "") cells.pop();
    if (cells.length === 0) return undefined;
    return { kind: isHeader ? "table_header" : "table_row", text: cells.join(" | "), page: null, tableId: this.id };
  }

  #takeSpanning(): void {
    for (let cell = this.#spanning.get(this.#column); cell !== undefined; cell = this.#spanning.get(this.#column)) {
      this.#cells.push(cell.text);
      if (--cell.rowsLeft <= 0) this.#spanning.delete(this.#column);
      this.#column++;
    }
  }
}

function span(value: string | undefined, maximum: number): number {
  const count = Number.parseInt(value ?? "1", 10);
  return count >= 1 ? Math.min(count, maximum) : 1;
}
