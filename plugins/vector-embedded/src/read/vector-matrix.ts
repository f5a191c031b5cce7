import { type DotKernel, KERNEL_STRIDE, makeDotKernel } from "./dot-kernel.ts";

const BYTES_PER_NUMBER = 4;
const PAGE_BYTES = 65_536;
/** 4 GB less one page: an address one past the end must still fit 32 bits. */
const MAX_PAGES = 65_535;
/** Growth by an eighth wastes little and copies nothing: the address space is reserved in advance. */
const GROWTH_SHIFT = 3;

/** Vectors of one dimension, side by side in memory that the SIMD kernel reads. Rows are only ever appended. */
export class VectorMatrix {
  readonly dimension: number;
  readonly #stride: number;
  readonly #memory: WebAssembly.Memory;
  readonly #dot: DotKernel;
  #bytes: Uint8Array;
  #numbers: Float32Array;
  #rows = 0;

  constructor(dimension: number) {
    this.dimension = dimension;
    this.#stride = Math.ceil(dimension / KERNEL_STRIDE) * KERNEL_STRIDE * BYTES_PER_NUMBER;
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil((2 * this.#stride) / PAGE_BYTES), maximum: MAX_PAGES });
    this.#dot = makeDotKernel(this.#memory);
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#numbers = new Float32Array(this.#memory.buffer);
  }

  /** Bytes that a row takes. */
  get stride(): number {
    return this.#stride;
  }

  /** Adds a row of little-endian float32 bytes. */
  append(vector: Uint8Array): void {
    const start = this.#address(this.#rows);
    if (start + this.#stride > this.#bytes.length) this.#grow(start + this.#stride);
    this.#bytes.set(vector, start);
    this.#rows += 1;
  }

  /** Overwrites a row that is there. */
  replace(row: number, vector: Uint8Array): void {
    this.#bytes.set(vector, this.#address(row));
  }

  /** The vector that `dot` multiplies with. */
  setQuery(query: Float32Array): void {
    this.#numbers.set(query, 0);
  }

  /** Dot product of a row with the query, in float32: for finding candidates. */
  dot(row: number): number {
    const start = this.#address(row);
    return this.#dot(start, 0, start + this.#stride);
  }

  /** The same with double sums: for the value that is given out. */
  exactDot(row: number): number {
    const start = this.#address(row) / BYTES_PER_NUMBER;
    const numbers = this.#numbers;
    let sum = 0;
    for (let i = 0; i < this.dimension; i += 1) sum += numbers[start + i]! * numbers[i]!;
    return sum;
  }

  // Row 0 of the memory is the query.
  #address(row: number): number {
    return (row + 1) * this.#stride;
  }

  #grow(needed: number): void {
    const pages = this.#bytes.length / PAGE_BYTES;
    const wanted = Math.max(Math.ceil(needed / PAGE_BYTES) - pages, pages >> GROWTH_SHIFT, 1);
    this.#memory.grow(Math.max(Math.ceil(needed / PAGE_BYTES) - pages, Math.min(wanted, MAX_PAGES - pages)));
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#numbers = new Float32Array(this.#memory.buffer);
  }
}
