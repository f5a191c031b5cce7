import { isSliceOver, type Sliced } from "../vectors/read/sliced.ts";
import { type RowBits, setBit } from "./row-bits.ts";

/** A look at so many rows takes less than a tenth of a millisecond. */
const LEAST_ROWS = 65_536;
/** Rows that came since the lists were made are looked at one by one until they are a part of all, two to this power of them. */
const TAIL_SHIFT = 3;
/** Of one row in so many or fewer, two to this power, it is quicker to find each than to look at all. */
const FEW_SHIFT = 3;
/** Looking for more than so many spans of codes takes longer than a look at all rows. */
const MOST_STRETCHES = 4_096;
const ROWS_AT_ONCE = 16_384;

/** A column's rows and codes: of those that come, codes that were there keep their meaning. */
interface CodedRows {
  readonly rows: number;
  readonly codes: Uint32Array;
  readonly codeCount: number;
}

/** The rows of a column by their codes (an inverted index), so that few are found without a look at all. Made beside searches, when few were asked for. */
export class RowLists {
  /** Number of rows in the lists, from the first row on; a multiple of a bitmap's word. */
  rows = 0;
  readonly #column: CodedRows;
  #listed = new Uint32Array(0);
  /** By code, where its rows begin; one more where the next would. */
  #starts = new Uint32Array(1);
  #isWanted = false;
  #making: Sliced<void> | undefined;

  constructor(column: CodedRows) {
    this.#column = column;
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#listed.byteLength + this.#starts.byteLength;
  }

  /** Requests the lists if a filter selects few of so many rows. */
  want(few: number, rows: number): void {
    this.#isWanted ||= few <= rows >> FEW_SHIFT;
  }

  /** Whether `make` has work to do. */
  get isBehind(): boolean {
    const tail = this.#column.rows - this.rows;
    return this.#making !== undefined || (this.#isWanted && tail > Math.max(LEAST_ROWS, this.rows >> TAIL_SHIFT));
  }

  /** Goes on until time is over; whether it is done. */
  make(): boolean {
    while (this.isBehind) {
      this.#making ??= this.#sort(this.#column.rows & ~31);
      if (this.#making.next().done === true) this.#making = undefined;
      else if (isSliceOver()) return false;
    }
    return true;
  }

  /** Adds the listed rows of codes that are wanted, if these are few; whether they are. */
  addTo(bits: RowBits, isWanted: Uint8Array): boolean {
    const starts = this.#starts;
    const last = starts.length - 1;
    // Codes that follow one another have their rows behind one another.
    const spans: [from: number, to: number][] = [];
    let count = 0;
    for (let from = isWanted.indexOf(1), to = from; from >= 0 && from < last; from = isWanted.indexOf(1, to)) {
      for (to = from + 1; to < last && isWanted[to] === 1;) to += 1;
      count += starts[to]! - starts[from]!;
      if (count > this.rows >> FEW_SHIFT || spans.length === MOST_STRETCHES) return false;
      spans.push([starts[from]!, starts[to]!]);
    }
    for (const [from, to] of spans) for (let at = from; at < to; at += 1) setBit(bits, this.#listed[at]!);
    return true;
  }

  /** By counting. Codes that come meanwhile are of rows behind these. */
  *#sort(rows: number): Sliced<void> {
    const starts = new Uint32Array(this.#column.codeCount + 1);
    for (let row = 0; row < rows; row += 1) {
      starts[this.#column.codes[row]! + 1]! += 1;
      if (row % ROWS_AT_ONCE === 0) yield;
    }
    for (let code = 1; code < starts.length; code += 1) starts[code]! += starts[code - 1]!;
    const next = starts.slice();
    const listed = new Uint32Array(rows);
    for (let row = 0; row < rows; row += 1) {
      listed[next[this.#column.codes[row]!]!++] = row;
      if (row % ROWS_AT_ONCE === 0) yield;
    }
    [this.rows, this.#listed, this.#starts] = [rows, listed, starts];
  }
}
