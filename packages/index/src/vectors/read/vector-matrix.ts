import { type FloatKernel, KERNEL_STRIDE, makeFloatKernel, TILE_QUERIES, TILE_ROWS } from "../kernel/float-kernel.ts";
import { growMemory, makeMemory } from "../kernel/memory.ts";
import { exactProduct } from "./exact-product.ts";

const BYTES_PER_NUMBER = 4;

/** Maximum number of concurrent queries. Their memory is allocated on use. */
export const QUERY_SLOTS = 32;
/** Rows reserved for the slots, and one row for products. */
const RESERVED_ROWS = QUERY_SLOTS + 1;

/** Vectors of one dimension, contiguous in the memory that the SIMD kernel reads. Rows are only ever appended. */
export class VectorMatrix {
  readonly dimension: number;
  readonly #stride: number;
  readonly #memory: WebAssembly.Memory;
  readonly #dot: FloatKernel["dot"];
  readonly #tile: FloatKernel["tile"];
  #bytes: Uint8Array;
  #numbers: Float32Array;
  #rows = 0;

  constructor(dimension: number) {
    this.dimension = dimension;
    this.#stride = Math.ceil(dimension / KERNEL_STRIDE) * KERNEL_STRIDE * BYTES_PER_NUMBER;
    this.#memory = makeMemory(this.#end(1));
    ({ dot: this.#dot, tile: this.#tile } = makeFloatKernel(this.#memory));
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#numbers = new Float32Array(this.#memory.buffer);
  }

  /** Bytes per row. */
  get stride(): number {
    return this.#stride;
  }

  /** Appends a row of little-endian float32 bytes. */
  append(vector: Uint8Array): void {
    const end = this.#end(this.#rows + 1);
    if (end > this.#bytes.length) this.#grow(end);
    this.#bytes.set(vector, this.#address(this.#rows));
    this.#rows += 1;
  }

  /** Overwrites an existing row. */
  replace(row: number, vector: Uint8Array): void {
    this.#bytes.set(vector, this.#address(row));
  }

  /** Sets a vector to multiply with. */
  setQuery(query: Float32Array, slot = 0): void {
    this.#numbers.set(query, (slot * this.#stride) / BYTES_PER_NUMBER);
  }

  /** Returns the dot product of a row with a query in float32, to find candidates. */
  dot(row: number, slot = 0): number {
    const start = this.#address(row);
    return this.#dot(start, slot * this.#stride, start + this.#stride);
  }

  /**
   * Computes the products of a row and the next one with four queries. The slot of the first query must be a multiple
   * of four. `product` returns the results. They are undefined for a row after the last one, and for queries that were
   * not set.
   */
  multiplyTile(row: number, slot: number): void {
    this.#tile(this.#address(row), slot * this.#stride, this.#stride, QUERY_SLOTS * this.#stride);
  }

  /** Returns a product of the last tile: of its first or second row (0 or 1) with one of its queries (0 to 3). */
  product(row: number, query: number): number {
    return this.#numbers[(QUERY_SLOTS * this.#stride) / BYTES_PER_NUMBER + row * TILE_QUERIES + query]!;
  }

  /** Returns the dot product summed in double precision, for results. */
  exactDot(row: number, query: Float32Array): number {
    return exactProduct(query, this.#numbers, this.#address(row) / BYTES_PER_NUMBER);
  }

  #address(row: number): number {
    return (row + RESERVED_ROWS) * this.#stride;
  }

  /** Returns the end of the memory for that many rows, with a tile that begins at the last one. */
  #end(rows: number): number {
    return this.#address(rows + TILE_ROWS - 1);
  }

  #grow(end: number): void {
    growMemory(this.#memory, end);
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#numbers = new Float32Array(this.#memory.buffer);
  }
}
