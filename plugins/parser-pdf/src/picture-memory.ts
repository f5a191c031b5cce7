import type { ParserLimits } from "@quarry/plugin";
import type { PdfSettings } from "./pdf-settings.ts";

/** Decoded pictures take up to four bytes per pixel and can use this share of the engine's memory. */
const BYTES_PER_PIXEL = 4;
const PICTURE_MEMORY_SHARE = 0.75;
const BYTES_PER_MEGABYTE = 1_048_576;

/** Returns the maximum pixels of a page's pictures for which the page is drawn. */
export function maxPicturePixels(limits: ParserLimits, { maxMemoryMegabytes }: PdfSettings): number {
  const memory = maxMemoryMegabytes * BYTES_PER_MEGABYTE * PICTURE_MEMORY_SHARE;
  return Math.min(limits.maxPixels, memory / BYTES_PER_PIXEL);
}
