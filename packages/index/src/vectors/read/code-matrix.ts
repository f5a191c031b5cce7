import { grown } from "../../grown.ts";
import { CACHE_LINE, type CodeKernel, CODES_PER_ROUND, makeCodeKernel } from "../kernel/code-kernel.ts";
import { growMemory, makeMemory } from "../kernel/memory.ts";

/** Maximum number of rows that are multiplied at once. */
export const ROWS_PER_BLOCK = 512;

const MAX_CODE = 127;
const MAX_NUMBER = 32_767;
const MAX_SUM = 2 ** 31 - 1;
/** Bound of the rounding errors of sums, some of them in float32. Actual errors are far smaller. */
const ROUNDING = 1e-6;
const ROUNDING_OF_SQUARES = 1e-4;
/** Magnitude below which all numbers of a vector get code 0, and the whole vector is the quantisation error. */
const SMALLEST = 1e-30;
/** Size of two sums, padded to keep the following data aligned. */
const SUMS_BYTES = 16;

/** An encoded query, ready for multiplication. */
export interface CodeQuery {
  readonly numbers: Int16Array;
  readonly scale: number;
  readonly length: number;
  readonly error: number;
}

/** Rows in their memory format. */
export interface StoredCodes {
  readonly scales: Float64Array;
  readonly errors: Float32Array;
  readonly codes: Uint8Array;
}

/**
 * Scalar-quantised vectors of one dimension: 8-bit codes take a quarter of the memory. Each row has a scale and the
 * length of its quantisation error. The product of a row with a query is thus known within a guaranteed bound
 * (Cauchy-Schwarz). Only rows that can be among the best within this bound are read in full. Rows are only ever
 * appended.
 */
export class CodeMatrix {
  readonly #stride: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: CodeKernel;
  /** Largest number in a query for which no sum of products overflows 32 bits. */
  readonly #largestNumber: number;
  /** View of the whole memory. */
  #bytes: Uint8Array;
  #codes: Int8Array;
  /** Numbers of the query. */
  #numbers: Int16Array;
  #products: Int32Array;
  /** Sums of squares for the last encoded row: of its quantisation errors, and of its numbers. */
  #sums: Float32Array;
  #scales = new Float64Array(ROWS_PER_BLOCK);
  #errors = new Float32Array(ROWS_PER_BLOCK);
  /** Largest quantisation error among the first `#comparedRows` rows. */
  #largestError = 0;
  #comparedRows = 0;
  #maxNorm = 0;
  #rows = 0;
  #queryScale = 0;
  #queryLength = 0;
  #queryError = 0;
  /** First row of the last multiplication. */
  #start = 0;

  constructor(dimension: number) {
    this.#stride = CodeMatrix.#codesOf(dimension);
    this.#largestNumber = Math.min(MAX_NUMBER, Math.floor(MAX_SUM / (MAX_CODE * this.#stride)));
    this.#memory = makeMemory(this.#address(1));
    this.#kernel = makeCodeKernel(this.#memory);
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

  /** Bytes per row for a dimension. */
  static strideOf(dimension: number): number {
    return CodeMatrix.#codesOf(dimension) + Float64Array.BYTES_PER_ELEMENT + Float32Array.BYTES_PER_ELEMENT;
  }

  get codesPerRow(): number {
    return this.#stride;
  }

  /** Length of the longest row. */
  get maxNorm(): number {
    return this.#maxNorm;
  }

  /** Views of all rows, including spare capacity, to store or fill. They stay valid until rows are added. */
  get stored(): StoredCodes {
    const codes = this.#bytes.subarray(this.#address(0));
    return { scales: this.#scales, errors: this.#errors, codes };
  }

  /** Resizes an empty matrix to that number of rows. The caller fills them through `stored`. */
  restore(rows: number, maxNorm: number): void {
    this.#reserve(rows);
    this.#maxNorm = maxNorm;
    this.#rows = rows;
  }

  /** Appends a row of little-endian float32 bytes. */
  append(vector: Uint8Array): void {
    this.#reserve(this.#rows + 1);
    const start = this.#vectorAddress;
    this.#bytes.set(vector, start);
    this.#encode(start, start + this.#stride * Float32Array.BYTES_PER_ELEMENT);
    this.#rows += 1;
  }

  #encode(start: number, end: number): void {
    const largest = this.#kernel.largest(start, end);
    const isZero = largest < SMALLEST;
    const scale = isZero ? 0 : Math.fround(largest / MAX_CODE);
    const perCode = isZero ? 0 : MAX_CODE / largest;
    this.#kernel.encode(start, end, this.#address(this.#rows), this.#sumsAddress, perCode, scale);
    const [squaredError, squares] = [this.#sums[0]!, this.#sums[1]!];
    this.#scales[this.#rows] = scale;
    this.#errors[this.#rows] = Math.sqrt(squaredError) * (1 + ROUNDING_OF_SQUARES) + ROUNDING * scale;
    this.#maxNorm = Math.max(this.#maxNorm, Math.sqrt(squares) * (1 + ROUNDING_OF_SQUARES));
  }

  /** Sets the vector to multiply with. */
  setQuery(query: Float32Array): void {
    let largest = 0;
    for (let i = 0; i < query.length; i += 1) largest = Math.max(largest, Math.abs(query[i]!));
    const scale = largest / this.#largestNumber;
    const numbers = this.#numbers;
    let squaredError = 0;
    let squares = 0;
    for (let i = 0; i < query.length; i += 1) {
      const value = query[i]!;
      const number = scale === 0 ? 0 : Math.round(value / scale);
      const error = value - number * scale;
      numbers[i] = number;
      squaredError += error * error;
      squares += value * value;
    }
    this.#queryScale = scale;
    this.#queryLength = Math.sqrt(squares);
    this.#queryError = Math.sqrt(squaredError);
  }

  /** Encoded query. Must be set again after other calls have run. */
  get query(): CodeQuery {
    return {
      ...{ numbers: this.#numbers.slice(), scale: this.#queryScale },
      ...{ length: this.#queryLength, error: this.#queryError },
    };
  }

  set query({ numbers, scale, length, error }: CodeQuery) {
    this.#numbers.set(numbers);
    this.#queryScale = scale;
    this.#queryLength = length;
    this.#queryError = error;
  }

  /** Multiplies up to `ROWS_PER_BLOCK` rows with the query. */
  multiply(start: number, end: number): void {
    this.#kernel.products(this.#address(start), this.#address(end), 0, this.#stride, this.#productsAddress);
    this.#start = start;
  }

  /** Whether two rows have identical codes. */
  haveEqualCodes(row: number, other: number): boolean {
    if (this.#scales[row] !== this.#scales[other]) return false;
    const [a, b] = [this.#address(row), this.#address(other)];
    for (let i = 0; i < this.#stride; i += 1) if (this.#bytes[a + i] !== this.#bytes[b + i]) return false;
    return true;
  }

  /** Sets a row's codes as the query, for `similarities` only. */
  setQueryRow(row: number): void {
    const start = this.#address(row);
    this.#numbers.set(this.#codes.subarray(start, start + this.#stride));
    this.#queryScale = this.#scales[row]!;
  }

  /** Writes the approximate products of up to `ROWS_PER_BLOCK` rows with the query. */
  similarities(rows: Int32Array, count: number, into: Float64Array): void {
    if (count === 0) return;
    const list = this.#productsAddress;
    for (let i = 0; i < count; i += 1) this.#products[i] = rows[i]!;
    const end = list + count * Int32Array.BYTES_PER_ELEMENT;
    this.#kernel.fetch(list, end, this.#rowsAddress, this.#stride);
    this.#kernel.picked(list, end, this.#rowsAddress, 0, this.#stride);
    for (let i = 0; i < count; i += 1) into[i] = this.#products[i]! * this.#scales[rows[i]!]! * this.#queryScale;
  }

  /** Returns the approximate product of a row with the query. The row must be part of the last multiplication. */
  estimate(row: number): number {
    return this.#products[row - this.#start]! * this.#scales[row]! * this.#queryScale;
  }

  /** Returns the maximum error of a row's estimate. */
  slack(row: number): number {
    return this.#slackOf(this.#errors[row]!);
  }

  /** Maximum error of any row's estimate. */
  get largestSlack(): number {
    for (; this.#comparedRows < this.#rows; this.#comparedRows += 1) {
      this.#largestError = Math.max(this.#largestError, this.#errors[this.#comparedRows]!);
    }
    return this.#slackOf(this.#largestError);
  }

  #slackOf(error: number): number {
    return this.#queryLength * error + this.#queryError * (this.#maxNorm + error) + ROUNDING;
  }

  // Memory layout: the query, the products of a block, the vector to encode, its sums, then the rows.

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

  /** Makes space for that many rows. */
  #reserve(rows: number): void {
    while (this.#scales.length < rows) {
      const capacity = this.#scales.length * 2;
      [this.#scales, this.#errors] = [grown(this.#scales, capacity), grown(this.#errors, capacity)];
    }
    const end = this.#address(rows);
    if (end <= this.#bytes.length) return;
    growMemory(this.#memory, end);
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#codes = new Int8Array(this.#memory.buffer);
    this.#numbers = new Int16Array(this.#memory.buffer, 0, this.#stride);
    this.#products = new Int32Array(this.#memory.buffer, this.#productsAddress, ROWS_PER_BLOCK);
    this.#sums = new Float32Array(this.#memory.buffer, this.#sumsAddress, 2);
  }
}
