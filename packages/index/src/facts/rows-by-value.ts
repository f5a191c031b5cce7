import { addAll, type Bits, makeBits } from "./bits.ts";

/** Rows to a bit set that is made once: adding it takes a few microseconds, adding them one by one some hundred. */
const BLOCK_ROWS = 16_384;
/** Bits for each of so many rows of a segment that a block may take: about what the rows themselves take. */
const BITS_PER_ROW = 32;

/** Rows of a segment by a value that they have, in the order of the values. */
export class RowsByValue {
  /** Whether no row has more than one of the values. */
  readonly isSingle: boolean;
  readonly byteLength: number;
  /** Those of value `at` are `#rows` from `#starts[at]` up to `#starts[at + 1]`. */
  readonly #starts: Uint32Array;
  readonly #rows: Uint32Array;
  /** So many rows after one another are a block; 0 where there are too few for that. */
  readonly #blockRows: number;
  readonly #blocks: (Bits | undefined)[] = [];

  constructor(starts: Uint32Array, rows: Uint32Array) {
    this.#starts = starts;
    this.#rows = rows;
    const end = rows.reduce((most, row) => Math.max(most, row + 1), 0);
    this.isSingle = hasEachOnce(rows, end);
    const blockRows = Math.max(BLOCK_ROWS, Math.ceil(end / BITS_PER_ROW));
    this.#blockRows = rows.length < 2 * blockRows ? 0 : blockRows;
    const ofBlocks = this.#blockRows === 0 ? 0 : Math.floor(rows.length / this.#blockRows) * (end / 8);
    this.byteLength = starts.byteLength + rows.byteLength + ofBlocks;
  }

  /** Adds the rows that have one of the values from `from` up to `to`. */
  addTo(bits: Bits, from: number, to: number): void {
    if (from < to) this.#add(bits, this.#starts[from]!, this.#starts[to]!);
  }

  addAllTo(bits: Bits): void {
    this.#add(bits, 0, this.#rows.length);
  }

  #add(bits: Bits, start: number, end: number): void {
    const size = this.#blockRows;
    const [first, last] = size === 0 ? [0, 0] : [Math.ceil(start / size), Math.floor(end / size)];
    if (first >= last) {
      addEach(this.#rows, start, end, bits);
      return;
    }
    addEach(this.#rows, start, first * size, bits);
    for (let block = first; block < last; block++) addAll(bits, this.#block(block, bits.length));
    addEach(this.#rows, last * size, end, bits);
  }

  #block(at: number, words: number): Bits {
    let block = this.#blocks[at];
    if (block === undefined) {
      block = makeBits(words << 5);
      addEach(this.#rows, at * this.#blockRows, (at + 1) * this.#blockRows, block);
      this.#blocks[at] = block;
    }
    return block;
  }
}

const addEach = (rows: Uint32Array, start: number, end: number, bits: Bits): void => {
  for (let at = start; at < end; at++) {
    const row = rows[at]!;
    bits[row >>> 5]! |= 1 << (row & 31);
  }
};

const hasEachOnce = (rows: Uint32Array, end: number): boolean => {
  const seen = makeBits(end);
  for (const row of rows) {
    const bit = 1 << (row & 31);
    if ((seen[row >>> 5]! & bit) !== 0) return false;
    seen[row >>> 5]! |= bit;
  }
  return true;
};
