import type { Engine } from "./engine.ts";

/** The engine's bitmap formats: one grey byte, or three colour bytes per pixel. */
const GREY_FORMAT = 1;
const COLOUR_FORMAT = 2;
/** The engine's flags: draw notes and stamps too; greyscale; red before blue. */
const NOTES_FLAG = 0x01;
const GREY_FLAG = 0x08;
const RED_FIRST_FLAG = 0x10;
const WHITE = 255;
/** The engine's states of incremental rendering. */
const TO_BE_CONTINUED = 1;
const DONE = 2;

export interface Drawing {
  /** In pixels; at least 1. */
  readonly width: number;
  readonly height: number;
  /**
   * Offset of the bitmap within the picture of the whole page, and the size of that picture. Absent for the whole page.
   */
  readonly part?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Whether a pixel has three bytes instead of one. */
  readonly isColour: boolean;
  readonly hasNotes: boolean;
  /** Handle of the form environment, or 0 if there is none. */
  readonly form: number;
  readonly timeoutMs: number;
}

/**
 * Draws a page on white, row by row from the top; 0 is dark. Returns undefined if drawing fails or exceeds the timeout,
 * which is checked between the page's objects.
 */
export function drawPage(engine: Engine, page: number, drawing: Drawing): Uint8Array | undefined {
  const { width, height, isColour } = drawing;
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, isColour ? COLOUR_FORMAT : GREY_FORMAT, 0, 0);
  if (bitmap === 0) return undefined;
  try {
    const stride = engine.FPDFBitmap_GetStride(bitmap);
    const start = engine.FPDFBitmap_GetBuffer(bitmap);
    engine.pdfium.HEAPU8.fill(WHITE, start, start + stride * height);
    if (!draw(engine, bitmap, page, drawing)) return undefined;
    const heap = engine.pdfium.HEAPU8;
    const rowBytes = isColour ? width * 3 : width;
    const pixels = new Uint8Array(rowBytes * height);
    for (let row = 0; row < height; row++) {
      pixels.set(heap.subarray(start + row * stride, start + row * stride + rowBytes), row * rowBytes);
    }
    return pixels;
  } finally {
    engine.FPDFBitmap_Destroy(bitmap);
  }
}

/** Draws incrementally, so that a page with endless objects can be aborted. */
function draw(engine: Engine, bitmap: number, page: number, drawing: Drawing): boolean {
  const { pdfium } = engine;
  const { isColour, hasNotes, form, timeoutMs } = drawing;
  const { left, top, width, height } = {
    left: 0,
    top: 0,
    width: drawing.width,
    height: drawing.height,
    ...drawing.part,
  };
  const end = Date.now() + timeoutMs;
  const flags = (isColour ? RED_FIRST_FLAG : GREY_FLAG) | (hasNotes ? NOTES_FLAG : 0);
  const callback = pdfium.addFunction(() => (Date.now() > end ? 1 : 0), "ii");
  const pause = pdfium.wasmExports.malloc(12);
  try {
    pdfium.HEAPU32[pause >> 2] = 1;
    pdfium.HEAPU32[(pause >> 2) + 1] = callback;
    pdfium.HEAPU32[(pause >> 2) + 2] = 0;
    let state = engine.FPDF_RenderPageBitmap_Start(bitmap, page, -left, -top, width, height, 0, flags, pause);
    while (state === TO_BE_CONTINUED && Date.now() <= end) state = engine.FPDF_RenderPage_Continue(page, pause);
    if (state !== DONE) return false;
    // Form fields are not among the page's objects.
    if (form !== 0) engine.FPDF_FFLDraw(form, bitmap, page, -left, -top, width, height, 0, flags);
    return true;
  } finally {
    engine.FPDF_RenderPage_Close(page);
    pdfium.wasmExports.free(pause);
    pdfium.removeFunction(callback);
  }
}
