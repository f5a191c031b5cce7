import { readSync } from "node:fs";
import type { Engine } from "./engine.ts";

/** Block size of the read cache: the engine requests some hundred bytes at a time, at random positions. */
const BLOCK_BYTES = 262_144;
const MAX_BLOCKS = 64;

/** Serves a file on disk to the engine on request, so that a large PDF is never in memory as a whole. */
export class FileAccess {
  readonly #engine: Engine;
  readonly #descriptor: number;
  readonly #size: number;
  readonly #callback: number;
  readonly #blocks = new Map<number, Buffer>();
  /** Pointer to the engine's `FPDF_FILEACCESS` struct: length, callback, parameter. */
  readonly pointer: number;

  constructor(engine: Engine, descriptor: number, size: number) {
    this.#engine = engine;
    this.#descriptor = descriptor;
    this.#size = size;
    const { pdfium } = engine;
    this.#callback = pdfium.addFunction(
      (_parameter, position, target, length) => this.#read(position! >>> 0, target!, length! >>> 0),
      "iiiii",
    );
    this.pointer = pdfium.wasmExports.malloc(12);
    pdfium.HEAPU32[this.pointer >> 2] = size;
    pdfium.HEAPU32[(this.pointer >> 2) + 1] = this.#callback;
    pdfium.HEAPU32[(this.pointer >> 2) + 2] = 0;
  }

  close(): void {
    this.#engine.pdfium.wasmExports.free(this.pointer);
    this.#engine.pdfium.removeFunction(this.#callback);
    this.#blocks.clear();
  }

  /** Returns 1 if all bytes were read, else 0, as the engine expects. */
  #read(position: number, target: number, length: number): number {
    if (position + length > this.#size) return 0;
    let done = 0;
    while (done < length) {
      const at = position + done;
      const block = this.#block(Math.floor(at / BLOCK_BYTES));
      const part = block.subarray(at % BLOCK_BYTES, (at % BLOCK_BYTES) + length - done);
      if (part.length === 0) return 0;
      this.#engine.pdfium.HEAPU8.set(part, target + done);
      done += part.length;
    }
    return 1;
  }

  #block(index: number): Buffer {
    const known = this.#blocks.get(index);
    if (known !== undefined) return known;
    if (this.#blocks.size >= MAX_BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value!);
    const buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    const read = readSync(this.#descriptor, buffer, 0, BLOCK_BYTES, index * BLOCK_BYTES);
    const block = buffer.subarray(0, read);
    this.#blocks.set(index, block);
    return block;
  }
}
