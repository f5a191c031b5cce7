import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";

/**
 * Raw exports that are called for every line or word. The wrappers by name check and convert each value, which costs
 * more than the call. Flags are returned as 0 or 1.
 */
export interface RawCalls {
  readonly malloc: (bytes: number) => number;
  readonly free: (pointer: number) => void;
  readonly FPDFText_CountChars: (page: number) => number;
  readonly FPDFText_GetText: (page: number, start: number, count: number, buffer: number) => number;
  readonly FPDFText_GetCharIndexFromTextIndex: (page: number, index: number) => number;
  readonly FPDFText_GetMatrix: (page: number, index: number, matrix: number) => number;
  readonly FPDFText_GetCharOrigin: (page: number, index: number, x: number, y: number) => number;
  readonly FPDFText_GetCharBox: (
    page: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ) => number;
  readonly FPDFText_GetLooseCharBox: (page: number, index: number, rectangle: number) => number;
  readonly FPDFText_GetFontSize: (page: number, index: number) => number;
  readonly FPDFText_IsGenerated: (page: number, index: number) => number;
  readonly FPDFText_GetTextObject: (page: number, index: number) => number;
  readonly FPDFTextObj_GetFont: (object: number) => number;
  readonly FPDFTextObj_GetTextRenderMode: (object: number) => number;
  readonly FPDFPageObj_GetMarkedContentID: (object: number) => number;
  readonly FPDFPage_GetObject: (page: number, index: number) => number;
  readonly FPDFPageObj_GetType: (object: number) => number;
  readonly FPDFPageObj_GetFillColor: (
    object: number,
    red: number,
    green: number,
    blue: number,
    alpha: number,
  ) => number;
  readonly FPDFPageObj_CountMarks: (object: number) => number;
  readonly FPDFPageObj_GetMark: (object: number, index: number) => number;
  readonly FPDFText_HasUnicodeMapError: (page: number, index: number) => number;
  readonly FPDFPageObj_GetMatrix: (object: number, matrix: number) => number;
  readonly FPDFPath_CountSegments: (path: number) => number;
  readonly FPDFPath_GetDrawMode: (path: number, fill: number, stroke: number) => number;
  readonly FPDFPath_GetPathSegment: (path: number, index: number) => number;
  readonly FPDFPathSegment_GetPoint: (segment: number, x: number, y: number) => number;
  readonly FPDFPathSegment_GetType: (segment: number) => number;
  readonly FPDFPathSegment_GetClose: (segment: number) => number;
  readonly FPDFPageObj_GetBounds: (object: number, left: number, bottom: number, right: number, top: number) => number;
}

/** The part of the engine's runtime that is used here. Its own types need a global package. */
interface EngineRuntime {
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly wasmExports: RawCalls;
  readonly addFunction: (callback: (...values: number[]) => number, signature: string) => number;
  readonly removeFunction: (pointer: number) => void;
}

/** The engine's functions by name, and its memory. The heap views change when the memory grows: never store one. */
export type Engine = Omit<WrappedPdfiumModule, "pdfium"> & { readonly pdfium: EngineRuntime };

const WASM_PAGE_BYTES = 65_536;

let compiled: Promise<WebAssembly.Module> | undefined;
let current: { readonly engine: Promise<Engine>; readonly maxBytes: number } | undefined;

/**
 * Returns the PDF engine of this thread. It is created once, and again after `discardEngine` or for another memory cap.
 */
export function loadEngine(maxBytes: number): Promise<Engine> {
  if (current?.maxBytes !== maxBytes) current = { engine: createEngine(maxBytes), maxBytes };
  return current.engine;
}

/** Discards the engine: its memory can't be trusted after a crash inside it. The next document gets a new one. */
export function discardEngine(): void {
  current = undefined;
}

async function createEngine(maxBytes: number): Promise<Engine> {
  compiled ??= compileEngine();
  const module = await compiled;
  const engine = (await init({
    // Drops the engine's printed assertions: relevant failures are returned as errors.
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(module, imports);
      capMemory(instance, maxBytes);
      receive(instance);
      return instance.exports;
    },
  } as Parameters<typeof init>[0])) as unknown as Engine;
  engine.PDFiumExt_Init();
  return engine;
}

async function compileEngine(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm");
  return WebAssembly.compile(await readFile(path));
}

/**
 * Caps the engine's memory. A worker's resource limits don't cover WebAssembly memory, so this is what stops a
 * decompression bomb.
 */
function capMemory(instance: WebAssembly.Instance, maxBytes: number): void {
  for (const memory of Object.values(instance.exports)) {
    if (!(memory instanceof WebAssembly.Memory)) continue;
    const grow = memory.grow.bind(memory);
    memory.grow = (pages: number) => {
      if (memory.buffer.byteLength + pages * WASM_PAGE_BYTES > maxBytes) throw new RangeError("memory cap reached");
      return grow(pages);
    };
  }
}
