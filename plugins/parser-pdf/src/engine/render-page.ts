import { drawPage } from "./draw-page.ts";
import type { Engine } from "./engine.ts";

const POINTS_PER_INCH = 72;
/** Resolution that OCR models are trained for. A higher one makes letters no clearer. */
export const DOTS_PER_INCH = 300;
/** Below this resolution letters of ordinary size are illegible. */
const MIN_DOTS_PER_INCH = 40;

export interface RenderLimits {
  /** Maximum pixels of the picture. A large page is drawn smaller. */
  readonly maxPixels: number;
  /** Maximum time for drawing, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum resolution; default 300. */
  readonly dotsPerInch?: number;
}

export interface RenderedPage {
  /** One byte per pixel, row by row, 0 is black. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly dotsPerInch: number;
}

/**
 * Draws a page for OCR: in grey on white, without its notes. Returns undefined if drawing fails or exceeds the timeout.
 */
export function renderPage(engine: Engine, page: number, limits: RenderLimits): RenderedPage | undefined {
  const size = pictureSize(engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page), limits);
  if (size === undefined) return undefined;
  const drawing = { width: size.width, height: size.height, timeoutMs: limits.timeoutMs };
  const pixels = drawPage(engine, page, { ...drawing, isColour: false, hasNotes: false, form: 0 });
  return pixels && { ...size, pixels };
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly dotsPerInch: number;
}

/**
 * Returns the picture size at the wanted resolution, or at the highest one within the limit. Returns undefined for a
 * page that would be illegible.
 */
function pictureSize(widthPoints: number, heightPoints: number, limits: RenderLimits): PictureSize | undefined {
  if (!(widthPoints > 0 && heightPoints > 0)) return undefined;
  const squareInches = (widthPoints / POINTS_PER_INCH) * (heightPoints / POINTS_PER_INCH);
  const dotsPerInch = Math.min(limits.dotsPerInch ?? DOTS_PER_INCH, Math.sqrt(limits.maxPixels / squareInches));
  if (dotsPerInch < MIN_DOTS_PER_INCH) return undefined;
  const pixels = (points: number): number => Math.max(1, Math.round((points / POINTS_PER_INCH) * dotsPerInch));
  return { width: pixels(widthPoints), height: pixels(heightPoints), dotsPerInch: Math.round(dotsPerInch) };
}
