import type { GreyImage } from "./grey-image.ts";
import { boxAbout, type PageLayout } from "./page-layout.ts";

/** Number of lines that are enough to detect a script. More only take time. */
const LINES = 2;
/** Margin around each line, in pixels. */
const MARGIN = 8;
const PAPER = 255;

/** Returns a picture of a page's longest lines, one below the other, or undefined if none was found. */
export function sampleLines({ pixels, width, height }: GreyImage, layout: PageLayout): GreyImage | undefined {
  const boxes = (layout.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .flatMap(({ words }) => boxAbout(words.flatMap(({ bbox }) => bbox ?? [])) ?? [])
    .toSorted((one, other) => other.x1 - other.x0 - (one.x1 - one.x0))
    .slice(0, LINES)
    .map(({ x0, y0, x1, y1 }) => ({
      left: Math.max(0, x0 - MARGIN),
      right: Math.min(width, x1 + MARGIN),
      top: Math.max(0, y0 - MARGIN),
      bottom: Math.min(height, y1 + MARGIN),
    }));
  if (boxes.length === 0) return undefined;
  const sampleWidth = Math.max(...boxes.map(({ left, right }) => right - left));
  const sampleHeight = boxes.reduce((sum, { top, bottom }) => sum + bottom - top, 0);
  const sample = new Uint8Array(sampleWidth * sampleHeight).fill(PAPER);
  let to = 0;
  for (const { left, right, top, bottom } of boxes) {
    for (let row = top; row < bottom; row++, to += sampleWidth) {
      sample.set(pixels.subarray(row * width + left, row * width + right), to);
    }
  }
  return { pixels: sample, width: sampleWidth, height: sampleHeight };
}
