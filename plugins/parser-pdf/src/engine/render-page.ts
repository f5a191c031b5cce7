import type { Engine } from "./engine.ts";

const POINTS_PER_INCH = 72;
/** What text recognition is trained for; more makes letters no clearer. */
const DOTS_PER_INCH = 300;
/** Below this letters of ordinary size can't be told apart. */
const MIN_DOTS_PER_INCH = 40;
/** The engine's bitmap of one grey byte per pixel, and its flag to draw in grey. */
const GREY_FORMAT = 1;
const GREY_FLAG = 0x08;
const WHITE = 255;
/** The engine's states of a drawing that is done in pieces. */
const TO_BE_CONTINUED = 1;
const DONE = 2;

export interface RenderLimits {
  /** Pixels of the picture; a large page is drawn smaller. */
  readonly maxPixels: number;
  /** Time for drawing it. */
  readonly timeoutMs: number;
}

export interface RenderedPage {
  /** One byte per pixel, row by row, 0 is black. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly dotsPerInch: number;
}

/** Draws a page in grey on white, without its notes. Undefined when it can't be drawn, or not within its time. */
export function renderPage(engine: Engine, page: number, limits: RenderLimits): RenderedPage | undefined {
  const size = pictureSize(engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page), limits.maxPixels);
  if (size === undefined) return undefined;
  const { width, height } = size;
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, GREY_FORMAT, 0, 0);
  if (bitmap === 0) return undefined;
  try {
    const stride = engine.FPDFBitmap_GetStride(bitmap);
    const start = engine.FPDFBitmap_GetBuffer(bitmap);
    engine.pdfium.HEAPU8.fill(WHITE, start, start + stride * height);
    if (!draw(engine, bitmap, page, size, limits.timeoutMs)) return undefined;
    const heap = engine.pdfium.HEAPU8;
    const pixels = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      pixels.set(heap.subarray(start + row * stride, start + row * stride + width), row * width);
    }
    return { ...size, pixels };
  } finally {
    engine.FPDFBitmap_Destroy(bitmap);
  }
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly dotsPerInch: number;
}

/** 300 dots per inch, or as many as the limit leaves; undefined for a page that would be unreadable. */
function pictureSize(widthPoints: number, heightPoints: number, maxPixels: number): PictureSize | undefined {
  if (!(widthPoints > 0 && heightPoints > 0)) return undefined;
  const squareInches = (widthPoints / POINTS_PER_INCH) * (heightPoints / POINTS_PER_INCH);
  const dotsPerInch = Math.min(DOTS_PER_INCH, Math.sqrt(maxPixels / squareInches));
  if (dotsPerInch < MIN_DOTS_PER_INCH) return undefined;
  const pixels = (points: number): number => Math.max(1, Math.floor((points / POINTS_PER_INCH) * dotsPerInch));
  return { width: pixels(widthPoints), height: pixels(heightPoints), dotsPerInch: Math.round(dotsPerInch) };
}

/** Draws in pieces, so that a page of endless objects can be given up. */
function draw(engine: Engine, bitmap: number, page: number, size: PictureSize, timeoutMs: number): boolean {
  const { pdfium } = engine;
  const end = Date.now() + timeoutMs;
  const callback = pdfium.addFunction(() => (Date.now() > end ? 1 : 0), "ii");
  const pause = pdfium.wasmExports.malloc(12);
  try {
    pdfium.HEAPU32[pause >> 2] = 1;
    pdfium.HEAPU32[(pause >> 2) + 1] = callback;
    pdfium.HEAPU32[(pause >> 2) + 2] = 0;
    let state = engine.FPDF_RenderPageBitmap_Start(bitmap, page, 0, 0, size.width, size.height, 0, GREY_FLAG, pause);
    while (state === TO_BE_CONTINUED && Date.now() <= end) state = engine.FPDF_RenderPage_Continue(page, pause);
    return state === DONE;
  } finally {
    engine.FPDF_RenderPage_Close(page);
    pdfium.wasmExports.free(pause);
    pdfium.removeFunction(callback);
  }
}
