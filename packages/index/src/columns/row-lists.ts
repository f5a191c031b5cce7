import { isSliceOver, type Sliced } from "../vectors/read/sliced.ts";
import { type RowBits, setBit } from "./row-bits.ts";

/** Scanning this many rows takes less than 0.1 ms. */
const MIN_ROWS = 65_536;
/** Rows added since the lists were built are scanned one by one until they exceed 1/2^TAIL_SHIFT of the listed ones. */
const TAIL_SHIFT = 3;
/** For up to 1/2^FEW_SHIFT of the rows, reading them from the lists is faster than scanning all rows. */
const FEW_SHIFT = 3;
/** Maximum number of code spans. Looking up more takes longer than a scan of all rows. */
const MAX_SPANS = 4_096;
const ROWS_PER_STEP = 16_384;

/** Rows and codes of a column. Existing codes keep their meaning when rows are added. */
interface CodedRows {
  readonly rows: number;
  readonly codes: Uint32Array;
  readonly codeCount: number;
}

/**
 * Inverted index of a column: its rows by code. Finds few rows without a scan of all. Built concurrently with searches
 * once a filter has selected few rows.
 */
export class RowLists {
  /** Number of rows in the lists, from the first row on; a multiple of a bitmap's word. */
  rows = 0;
  readonly #column: CodedRows;
  #listed = new Uint32Array(0);
  /** Position of each code's first row, and one more entry for the end. */
  #starts = new Uint32Array(1);
  #isRequested = false;
  #pendingBuild: Sliced<void> | undefined;

  constructor(column: CodedRows) {
    this.#column = column;
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#listed.byteLength + this.#starts.byteLength;
  }

  /** Requests the lists if a filter selects few of the rows. */
  requestLists(few: number, rows: number): void {
    this.#isRequested ||= few <= rows >> FEW_SHIFT;
  }

  /** Whether `continueBuild` has work to do. */
  get isBehind(): boolean {
    const tail = this.#column.rows - this.rows;
    return (
      this.#pendingBuild !== undefined || (this.#isRequested && tail > Math.max(MIN_ROWS, this.rows >> TAIL_SHIFT))
    );
  }

  /** Continues building the lists until the time slice ends. Returns whether they are complete. */
  continueBuild(): boolean {
    while (this.isBehind) {
      this.#pendingBuild ??= this.#sort(this.#column.rows & ~31);
      if (this.#pendingBuild.next().done === true) this.#pendingBuild = undefined;
      else if (isSliceOver()) return false;
    }
    return true;
  }

  /** Adds the listed rows of the wanted codes if there are few. Returns whether it did. */
  addTo(bits: RowBits, isWanted: Uint8Array): boolean {
    const starts = this.#starts;
    const last = starts.length - 1;
    // Adjacent codes have adjacent rows.
    const spans: [from: number, to: number][] = [];
    let count = 0;
    for (let from = isWanted.indexOf(1), to = from; from >= 0 && from < last; from = isWanted.indexOf(1, to)) {
      for (to = from + 1; to < last && isWanted[to] === 1;) to += 1;
      count += starts[to]! - starts[from]!;
      if (count > this.rows >> FEW_SHIFT || spans.length === MAX_SPANS) return false;
      spans.push([starts[from]!, starts[to]!]);
    }
    for (const [from, to] of spans) for (let at = from; at < to; at += 1) setBit(bits, this.#listed[at]!);
    return true;
  }

  /** Counting sort. Codes added meanwhile belong to rows after these. */
  *#sort(rows: number): Sliced<void> {
    const starts = new Uint32Array(this.#column.codeCount + 1);
    for (let row = 0; row < rows; row += 1) {
      starts[this.#column.codes[row]! + 1]! += 1;
      if (row % ROWS_PER_STEP === 0) yield;
    }
    for (let code = 1; code < starts.length; code += 1) starts[code]! += starts[code - 1]!;
    const next = starts.slice();
    const listed = new Uint32Array(rows);
    for (let row = 0; row < rows; row += 1) {
      listed[next[this.#column.codes[row]!]!++] = row;
      if (row % ROWS_PER_STEP === 0) yield;
    }
    [this.rows, this.#listed, this.#starts] = [rows, listed, starts];
  }
}
