import { type BlockLink, type ParsedBlock, rowOfCells } from "@quarry/plugin";
import type { Row } from "./row.ts";

/**
 * Maximum empty cells between filled ones, which align columns with their header. More of them come from a sheet with
 * distant cells, and must not become thousands of empty cells.
 */
const MAX_BLANK_CELLS = 30;
/**
 * A longer header doesn't fit into each chunk of a table, and such a wide row is split between chunks. Each value is
 * then prefixed with its column name. A hundred tokens or so.
 */
const MAX_HEADER_CHARACTERS = 400;

/** Longer ones are not names, and are truncated. */
const MAX_NAME_CHARACTERS = 80;

export interface SheetTableRange {
  readonly id: number;
  /** First column from which empty cells are counted. */
  readonly from: number;
  /** Range of its columns. Cells beyond it belong to other tables. */
  readonly first: number;
  readonly last: number;
}

/** A table on a sheet, or one of several side by side. */
export class SheetTable {
  readonly range: SheetTableRange;
  readonly #spendText: (characters: number) => void;
  /** Column names, if rows must repeat them. */
  readonly #names = new Map<number, string>();
  readonly #headers: Row[] = [];

  constructor(range: SheetTableRange, spendText: (characters: number) => void) {
    this.range = range;
    this.#spendText = spendText;
  }

  /** The header rows, including the cells of other tables. */
  get headers(): readonly Row[] {
    return this.#headers;
  }

  header(row: Row): ParsedBlock[] {
    this.#headers.push(row);
    const block = this.#block("table_header", row);
    if ((block[0]?.text.length ?? 0) > MAX_HEADER_CHARACTERS) {
      for (const [index, column] of row.columns.entries()) {
        this.#names.set(column, row.texts[index]!.slice(0, MAX_NAME_CHARACTERS).toWellFormed());
      }
    }
    return block;
  }

  row(row: Row): ParsedBlock[] {
    return this.#block("table_row", row);
  }

  #block(kind: "table_header" | "table_row", row: Row): ParsedBlock[] {
    const { id, from, first, last } = this.range;
    const cells: string[] = [];
    const links: BlockLink[] = [];
    let before = from - 1;
    for (let index = 0; index < row.columns.length; index++) {
      const column = row.columns[index]!;
      if (column < first || column > last) continue;
      this.#addCell(cells, column - before - 1, kind === "table_row" ? this.#names.get(column) : "", row.texts[index]!);
      const url = row.links?.get(column);
      if (url !== undefined) links.push({ text: row.texts[index]!, url });
      before = Math.max(column, before);
    }
    const cellsInRow = rowOfCells(cells);
    return cellsInRow.text === "" ? [] : [{ kind, ...cellsInRow, tableId: id, ...(links.length > 0 && { links }) }];
  }

  #addCell(cells: string[], blanks: number, name: string | undefined, text: string): void {
    if (name !== undefined && name !== "") {
      this.#spendText(name.length);
      cells.push(`${name}: ${text}`);
      return;
    }
    if (this.#names.size === 0) for (let blank = 0; blank < Math.min(blanks, MAX_BLANK_CELLS); blank++) cells.push("");
    cells.push(text);
  }
}
