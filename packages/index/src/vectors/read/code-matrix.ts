import { grown } from "../../grown.ts";
import { CACHE_LINE, type CodeKernel, CODES_PER_ROUND, makeCodeKernel } from "../kernel/code-kernel.ts";
import { type EncodeKernel, makeEncodeKernel } from "../kernel/encode-kernel.ts";
import { growMemory, makeMemory, PAGE_BYTES } from "../kernel/memory.ts";

/** Most rows that are multiplied at once. */
export const ROWS_PER_BLOCK = 512;

const MAX_CODE = 127;
const MAX_NUMBER = 32_767;
const MAX_SUM = 2 ** 31 - 1;
/** Rounding of sums, some of them in float32: far above what it can be. */
const ROUNDING = 1e-6;
const ROUNDING_OF_SQUARES = 1e-4;
/** Vectors without a larger number than this have codes of 0, and miss all. */
const SMALLEST = 1e-30;
/** Two sums, padded so that what follows stays aligned. */
const SUMS_BYTES = 16;

/** A query as rows are multiplied with it. */
export interface CodeQuery {
  readonly numbers: Int16Array;
  readonly scale: number;
  readonly length: number;
  readonly miss: number;
}

/** Rows as they are in memory. */
export interface StoredCodes {
  readonly scales: Float64Array;
  readonly misses: Float32Array;
  readonly codes: Uint8Array;
}

/**
 * Vectors of one dimension as 8-bit codes, a quarter of their memory, each with a scale and with the length of what the
 * codes miss of it. So the product of a row with a query is known within a bound that always holds (Cauchy-Schwarz):
 * what may be among the best can be told from what can't, and only that is read in full. Rows are only ever appended.
 */
export class CodeMatrix {
  readonly dimension: number;
  readonly #stride: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: CodeKernel;
  readonly #encoder: EncodeKernel;
  /** So large a number in a query that no sum of products can leave 32 bits. */
  readonly #largestNumber: number;
  /** The whole memory. */
  #bytes: Uint8Array;
  #codes: Int8Array;
  /** The query. */
  #numbers: Int16Array;
  #products: Int32Array;
  /** Of the row that was encoded last: the squares of what its codes miss, and of its numbers. */
  #sums: Float32Array;
  #scales = new Float64Array(ROWS_PER_BLOCK);
  #misses = new Float32Array(ROWS_PER_BLOCK);
  /** Of the first `compared` rows. */
  #largestMiss = 0;
  #compared = 0;
  #longest = 0;
  #rows = 0;
  #queryScale = 0;
  #queryLength = 0;
  #queryMiss = 0;
  /** The first of the rows that were multiplied last. */
  #start = 0;

  constructor(dimension: number) {
    this.dimension = dimension;
    this.#stride = CodeMatrix.#codesOf(dimension);
    this.#largestNumber = Math.min(MAX_NUMBER, Math.floor(MAX_SUM / (MAX_CODE * this.#stride)));
    this.#memory = makeMemory(this.#pagesFor(1));
    this.#kernel = makeCodeKernel(this.#memory);
    this.#encoder = makeEncodeKernel(this.#memory);
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#codes = new Int8Array(this.#memory.buffer);
    this.#numbers = new Int16Array(this.#memory.buffer, 0, this.#stride);
    this.#products = new Int32Array(this.#memory.buffer, this.#productsAddress, ROWS_PER_BLOCK);
    this.#sums = new Float32Array(this.#memory.buffer, this.#sumsAddress, 2);
  }

  get rows(): number {
    return this.#rows;
  }

  static #codesOf(dimension: number): number {
    return Math.ceil(dimension / CODES_PER_ROUND) * CODES_PER_ROUND;
  }

  /** Bytes that a row of a dimension takes. */
  static strideOf(dimension: number): number {
    return CodeMatrix.#codesOf(dimension) + Float64Array.BYTES_PER_ELEMENT + Float32Array.BYTES_PER_ELEMENT;
  }

  get codesPerRow(): number {
    return this.#stride;
  }

  /** Length of the longest row. */
  get longest(): number {
    return this.#longest;
  }

  /** Views of all rows and of the room behind them, to be stored or filled; they hold until rows are added. */
  get stored(): StoredCodes {
    const codes = this.#bytes.subarray(this.#address(0));
    return { scales: this.#scales, misses: this.#misses, codes };
  }

  /** Makes an empty matrix one of so many rows, to be filled through `stored`. */
  restore(rows: number, longest: number): void {
    const pages = this.#pagesFor(rows);
    if (pages * PAGE_BYTES > this.#bytes.length) this.#grow(pages);
    while (this.#scales.length < rows) this.#enlarge();
    this.#longest = longest;
    this.#rows = rows;
  }

  /** Adds a row of little-endian float32 bytes. */
  append(vector: Uint8Array): void {
    const pages = this.#pagesFor(this.#rows + 1);
    if (pages * PAGE_BYTES > this.#bytes.length) this.#grow(pages);
    if (this.#rows === this.#scales.length) this.#enlarge();
    const start = this.#vectorAddress;
    this.#bytes.set(vector, start);
    this.#encode(start, start + this.#stride * Float32Array.BYTES_PER_ELEMENT);
    this.#rows += 1;
  }

  #encode(start: number, end: number): void {
    const largest = this.#encoder.largest(start, end);
    const isZero = largest < SMALLEST;
    const scale = isZero ? 0 : Math.fround(largest / MAX_CODE);
    const perCode = isZero ? 0 : MAX_CODE / largest;
    this.#encoder.encode(start, end, this.#address(this.#rows), this.#sumsAddress, perCode, scale);
    const [missed, squares] = [this.#sums[0]!, this.#sums[1]!];
    this.#scales[this.#rows] = scale;
    this.#misses[this.#rows] = Math.sqrt(missed) * (1 + ROUNDING_OF_SQUARES) + ROUNDING * scale;
    this.#longest = Math.max(this.#longest, Math.sqrt(squares) * (1 + ROUNDING_OF_SQUARES));
  }

  /** The vector to multiply with. */
  setQuery(query: Float32Array): void {
    let largest = 0;
    for (let i = 0; i < query.length; i += 1) largest = Math.max(largest, Math.abs(query[i]!));
    const scale = largest / this.#largestNumber;
    const numbers = this.#numbers;
    let missed = 0;
    let squares = 0;
    for (let i = 0; i < query.length; i += 1) {
      const value = query[i]!;
      const number = scale === 0 ? 0 : Math.round(value / scale);
      const miss = value - number * scale;
      numbers[i] = number;
      missed += miss * miss;
      squares += value * value;
    }
    this.#queryScale = scale;
    this.#queryLength = Math.sqrt(squares);
    this.#queryMiss = Math.sqrt(missed);
  }

  /** The query, to be taken again when others had their turn. */
  get query(): CodeQuery {
    return {
      ...{ numbers: this.#numbers.slice(), scale: this.#queryScale },
      ...{ length: this.#queryLength, miss: this.#queryMiss },
    };
  }

  set query({ numbers, scale, length, miss }: CodeQuery) {
    this.#numbers.set(numbers);
    this.#queryScale = scale;
    this.#queryLength = length;
    this.#queryMiss = miss;
  }

  /** Multiplies some rows, at most `ROWS_PER_BLOCK`, with the query. */
  multiply(start: number, end: number): void {
    this.#kernel.products(this.#address(start), this.#address(end), 0, this.#stride, this.#productsAddress);
    this.#start = start;
  }

  /** Whether two rows have identical codes. */
  areSame(row: number, other: number): boolean {
    if (this.#scales[row] !== this.#scales[other]) return false;
    const [a, b] = [this.#address(row), this.#address(other)];
    for (let i = 0; i < this.#stride; i += 1) if (this.#bytes[a + i] !== this.#bytes[b + i]) return false;
    return true;
  }

  /** Takes a row's codes as the query, for `similarities` only. */
  setQueryRow(row: number): void {
    const start = this.#address(row);
    this.#numbers.set(this.#codes.subarray(start, start + this.#stride));
    this.#queryScale = this.#scales[row]!;
  }

  /** Writes the products of some rows, at most `ROWS_PER_BLOCK`, with the query, as the codes have them. */
  similarities(rows: Int32Array, count: number, into: Float64Array): void {
    if (count === 0) return;
    const list = this.#productsAddress;
    for (let i = 0; i < count; i += 1) this.#products[i] = rows[i]!;
    const end = list + count * Int32Array.BYTES_PER_ELEMENT;
    this.#kernel.fetch(list, end, this.#rowsAddress, this.#stride);
    this.#kernel.picked(list, end, this.#rowsAddress, 0, this.#stride);
    for (let i = 0; i < count; i += 1) into[i] = this.#products[i]! * this.#scales[rows[i]!]! * this.#queryScale;
  }

  /** The product of a row with the query as the codes have it, if it is among those that were multiplied last. */
  estimate(row: number): number {
    return this.#products[row - this.#start]! * this.#scales[row]! * this.#queryScale;
  }

  /** Largest possible difference between the true product of a row with the query and the estimate. */
  slack(row: number): number {
    return this.#slackOf(this.#misses[row]!);
  }

  /** The same for whatever row. */
  get largestSlack(): number {
    for (; this.#compared < this.#rows; this.#compared += 1) {
      this.#largestMiss = Math.max(this.#largestMiss, this.#misses[this.#compared]!);
    }
    return this.#slackOf(this.#largestMiss);
  }

  #slackOf(miss: number): number {
    return this.#queryLength * miss + this.#queryMiss * (this.#longest + miss) + ROUNDING;
  }

  // In the memory stand the query, the products of a block, a vector to be encoded, its sums, and then the rows.

  get #productsAddress(): number {
    return Int16Array.BYTES_PER_ELEMENT * this.#stride;
  }

  get #vectorAddress(): number {
    return this.#productsAddress + Int32Array.BYTES_PER_ELEMENT * ROWS_PER_BLOCK;
  }

  get #sumsAddress(): number {
    return this.#vectorAddress + Float32Array.BYTES_PER_ELEMENT * this.#stride;
  }

  get #rowsAddress(): number {
    return Math.ceil((this.#sumsAddress + SUMS_BYTES) / CACHE_LINE) * CACHE_LINE;
  }

  #address(row: number): number {
    return this.#rowsAddress + row * this.#stride;
  }

  #pagesFor(rows: number): number {
    return Math.ceil(this.#address(rows) / PAGE_BYTES);
  }

  #grow(needed: number): void {
    growMemory(this.#memory, needed);
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#codes = new Int8Array(this.#memory.buffer);
    this.#numbers = new Int16Array(this.#memory.buffer, 0, this.#stride);
    this.#products = new Int32Array(this.#memory.buffer, this.#productsAddress, ROWS_PER_BLOCK);
    this.#sums = new Float32Array(this.#memory.buffer, this.#sumsAddress, 2);
  }

  #enlarge(): void {
    const capacity = this.#scales.length * 2;
    [this.#scales, this.#misses] = [grown(this.#scales, capacity), grown(this.#misses, capacity)];
  }
}
