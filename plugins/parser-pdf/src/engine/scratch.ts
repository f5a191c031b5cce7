import type { Engine } from "./engine.ts";

/** Bytes reserved for the engine's out parameters: six floats or four doubles, and short strings. */
const FIXED_BYTES = 64;
/** Maximum bytes of a string: for titles and form values, not texts. */
const MAX_STRING_BYTES = 65_536;

const NO_DOUBLES = new Float64Array(0);
const NO_FLOATS = new Float32Array(0);
const NO_WORDS = new Uint32Array(0);

/** Memory of the engine for the results of its functions. */
export class Scratch {
  readonly #engine: Engine;
  /** Pointer to `FIXED_BYTES` bytes, aligned to eight. */
  readonly pointer: number;
  #buffer = 0;
  #bufferBytes = 0;
  // Cached views, because reading the engine's properties costs more than reading a number. A view becomes empty when
  // the memory grows.
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

  /** Returns an unsigned 32-bit number. */
  word(index: number): number {
    if (this.#words.length === 0) this.#words = this.#engine.pdfium.HEAPU32;
    return this.#words[(this.pointer >> 2) + index]!;
  }

  /** Returns a buffer of at least this many bytes, valid until the next call. */
  reserve(bytes: number): number {
    if (bytes > this.#bufferBytes) {
      if (this.#buffer !== 0) this.#engine.pdfium.wasmExports.free(this.#buffer);
      this.#bufferBytes = Math.max(bytes, 4_096);
      this.#buffer = this.#engine.pdfium.wasmExports.malloc(this.#bufferBytes);
    }
    return this.#buffer;
  }

  /**
   * Returns a UTF-16 string. `read` receives a buffer and its size in bytes, and returns the number of bytes it needs.
   */
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

  /** Returns a view of the engine's memory, not a copy. It is valid until the next call of the engine. */
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
