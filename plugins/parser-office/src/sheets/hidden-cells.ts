import { isOn, type XmlAttributes } from "../archive/read-xml.ts";
import type { HiddenContent } from "../hidden-content.ts";
import type { Row } from "./row.ts";
import type { DefinedTable } from "./sheet-blocks.ts";

/** Maximum size of a sheet. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

const SHOWN = 0;
const HIDDEN = 1;
/** Hidden, and some text was left out. */
const LEFT_OUT = 2;

/** Tracks the hidden rows and columns of one sheet while it is read, and removes their cells. */
export class HiddenCells {
  readonly #columns = new Uint8Array(MAX_COLUMNS + 1);
  /** Number of hidden columns up to each column (prefix sums). Computed for the first row. */
  #hiddenBefore: Uint16Array | undefined;
  readonly #rows = new Set<number>();
  #leftOutRows = 0;

  /** Handles the properties of a range of columns (`<col>`), which come before all rows. */
  addColumns({ min, max, hidden, width }: XmlAttributes): void {
    if (!isHidden(hidden) && !isNothing(width)) return;
    const last = Math.min(Number(max), MAX_COLUMNS);
    for (let column = Math.max(1, Number(min)); column <= last; column++) this.#columns[column] = HIDDEN;
    this.#hiddenBefore = undefined;
  }

  /** Handles the properties of a row. */
  addRow(row: number, { hidden, ht }: XmlAttributes): void {
    if ((isHidden(hidden) || isNothing(ht)) && row <= MAX_ROWS) this.#rows.add(row);
  }

  /** Number of hidden rows so far. */
  get rowCount(): number {
    return this.#rows.size;
  }

  has(row: number, column: number): boolean {
    return this.#rows.has(row) || this.#columns[column] !== SHOWN;
  }

  /**
   * Returns the visible cells of a row, with columns counted without hidden ones. Returns undefined if none is visible.
   */
  shown(row: Row): Row | undefined {
    if (this.#rows.has(row.number)) {
      this.#leftOutRows++;
      return undefined;
    }
    const columns: number[] = [];
    const texts: string[] = [];
    const links = new Map<number, string>();
    for (const [index, column] of row.columns.entries()) {
      if (this.#columns[column] === SHOWN) {
        columns.push(this.#positionOf(column));
        const url = row.links?.get(column);
        if (url !== undefined) links.set(this.#positionOf(column), url);
        texts.push(row.texts[index]!);
      } else this.#columns[column] = LEFT_OUT;
    }
    return columns.length === 0 ? undefined : { ...row, columns, texts, links };
  }

  /** Returns a table with its columns counted without hidden ones. */
  shownTable(table: DefinedTable): DefinedTable {
    return { ...table, from: this.#positionOf(table.from - 1) + 1, to: this.#positionOf(table.to) };
  }

  countInto(hidden: HiddenContent): void {
    hidden.add("row", this.#leftOutRows);
    hidden.add(
      "column",
      this.#columns.reduce((count, state) => count + (state === LEFT_OUT ? 1 : 0), 0),
    );
  }

  #positionOf(column: number): number {
    if (this.#hiddenBefore === undefined) {
      const counts = new Uint16Array(MAX_COLUMNS + 1);
      for (let at = 1; at <= MAX_COLUMNS; at++) counts[at] = counts[at - 1]! + (this.#columns[at] === SHOWN ? 0 : 1);
      this.#hiddenBefore = counts;
    }
    return column - this.#hiddenBefore[Math.min(Math.max(column, 0), MAX_COLUMNS)]!;
  }
}

const isHidden = (hidden: string | undefined): boolean => hidden !== undefined && isOn(hidden);

/** Whether a height or width is 0. A missing value means the default size. */
const isNothing = (size: string | undefined): boolean => size !== undefined && Number(size) === 0;
