import type { Engine } from "./engine.ts";

/** Bytes kept for the engine's out parameters: six floats or four doubles, and short strings. */
const FIXED_BYTES = 64;
/** Longest string that is asked for: titles and form values, not texts. */
const MAX_STRING_BYTES = 65_536;

const NO_DOUBLES = new Float64Array(0);
const NO_FLOATS = new Float32Array(0);
const NO_WORDS = new Uint32Array(0);

/** Memory of the engine that its functions write results to. */
export class Scratch {
  readonly #engine: Engine;
  /** Of `FIXED_BYTES`, aligned to eight. */
  readonly pointer: number;
  #buffer = 0;
  #bufferBytes = 0;
  // The engine's own properties cost more than a number. A view of memory that grew is empty.
  #doubles: Float64Array = NO_DOUBLES;
  #floats: Float32Array = NO_FLOATS;
  #words: Uint32Array = NO_WORDS;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.pointer = engine.pdfium.wasmExports.malloc(FIXED_BYTES);
  }

  double(index: number): number {
    if (this.#doubles.length === 0) this.#doubles = this.#engine.pdfium.HEAPF64;
    return this.#doubles[(this.pointer >> 3) + index]!;
  }

  float(index: number): number {
    if (this.#floats.length === 0) this.#floats = this.#engine.pdfium.HEAPF32;
    return this.#floats[(this.pointer >> 2) + index]!;
  }

  /** An unsigned number of 32 bits. */
  word(index: number): number {
    if (this.#words.length === 0) this.#words = this.#engine.pdfium.HEAPU32;
    return this.#words[(this.pointer >> 2) + index]!;
  }

  /** A buffer of at least so many bytes; good until the next call. */
  reserve(bytes: number): number {
    if (bytes > this.#bufferBytes) {
      if (this.#buffer !== 0) this.#engine.pdfium.wasmExports.free(this.#buffer);
      this.#bufferBytes = Math.max(bytes, 4_096);
      this.#buffer = this.#engine.pdfium.wasmExports.malloc(this.#bufferBytes);
    }
    return this.#buffer;
  }

  /** A UTF-16 string from a function that is given a buffer and its bytes, and returns the bytes it needs. */
  string(read: (buffer: number, bytes: number) => number): string {
    const needed = Math.min(read(0, 0), MAX_STRING_BYTES);
    if (needed <= 2) return "";
    const buffer = this.reserve(needed);
    read(buffer, needed);
    return this.utf16(buffer, needed / 2 - 1);
  }

  utf16(pointer: number, units: number): string {
    return this.bytes(pointer, units * 2).toString("utf16le");
  }

  latin1(pointer: number, bytes: number): string {
    return this.bytes(pointer, bytes).toString("latin1");
  }

  /** The engine's memory itself, not a copy: good until the engine is called again. */
  bytes(pointer: number, length: number): Buffer {
    const heap = this.#engine.pdfium.HEAPU8;
    return Buffer.from(heap.buffer, heap.byteOffset + pointer, length);
  }

  close(): void {
    const { free } = this.#engine.pdfium.wasmExports;
    free(this.pointer);
    if (this.#buffer !== 0) free(this.#buffer);
    this.#buffer = 0;
    this.#bufferBytes = 0;
  }
}
