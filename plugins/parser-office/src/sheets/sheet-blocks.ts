import type { ParsedBlock } from "@quarry/plugin";
import { looksLikeHeader } from "../table-header.ts";
import { MAX_BLANK_CELLS, type Row } from "./row-reader.ts";

/** Turns the rows of one sheet into blocks. A blank row followed by names of columns begins another table. */
export class SheetBlocks {
  readonly #nextTableId: () => number;
  #lastRow = 0;
  #tableId = 0;
  /** Where the table's first row begins; rows that begin later get blanks before them. */
  #tableColumn = 1;

  constructor(nextTableId: () => number) {
    this.#nextTableId = nextTableId;
  }

  read(row: Row): ParsedBlock {
    const isBehindGap = row.number > this.#lastRow + 1;
    this.#lastRow = row.number;
    if (this.#tableId === 0 || isBehindGap) {
      if (looksLikeHeader(row.cells)) {
        this.#openTable(row);
        return this.#rowBlock("table_header", row);
      }
      // A title or a remark above the table.
      if (row.cells.length === 1 && this.#tableId === 0) return { kind: "paragraph", text: row.cells[0]! };
    }
    if (this.#tableId === 0) this.#openTable(row);
    return this.#rowBlock("table_row", row);
  }

  #openTable(row: Row): void {
    this.#tableId = this.#nextTableId();
    this.#tableColumn = row.column;
  }

  #rowBlock(kind: "table_header" | "table_row", row: Row): ParsedBlock {
    const blanks = Math.min(Math.max(row.column - this.#tableColumn, 0), MAX_BLANK_CELLS);
    return { kind, text: " | ".repeat(blanks).trimStart() + row.cells.join(" | "), tableId: this.#tableId };
  }
}
