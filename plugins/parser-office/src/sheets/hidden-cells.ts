import { isOn, type XmlAttributes } from "../archive/read-xml.ts";
import type { HiddenContent } from "../hidden-content.ts";
import type { Row } from "./row.ts";
import type { DefinedTable } from "./sheet-blocks.ts";

/** No sheet is larger. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

const SHOWN = 0;
const HIDDEN = 1;
/** Hidden, and text was left out of it. */
const LEFT_OUT = 2;

/** Knows which rows and columns of one sheet are hidden, as they are read, and leaves their cells out. */
export class HiddenCells {
  readonly #columns = new Uint8Array(MAX_COLUMNS + 1);
  /** Columns up to each one that are hidden; made when the first row comes. */
  #hiddenBefore: Uint16Array | undefined;
  readonly #rows = new Set<number>();
  #leftOutRows = 0;

  /** Takes the properties of some columns, which come before all rows (`<col>`). */
  addColumns({ min, max, hidden, width }: XmlAttributes): void {
    if (!isHidden(hidden) && !isNothing(width)) return;
    const last = Math.min(Number(max), MAX_COLUMNS);
    for (let column = Math.max(1, Number(min)); column <= last; column++) this.#columns[column] = HIDDEN;
    this.#hiddenBefore = undefined;
  }

  /** Takes the properties of a row. */
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

  /** The row as it is seen: rows and columns are counted without the hidden ones. Undefined where nothing of it is seen. */
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

  /** A table by the columns that are seen. */
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

/** Whether a height or width is 0; one that is not given is the usual one. */
const isNothing = (size: string | undefined): boolean => size !== undefined && Number(size) === 0;
