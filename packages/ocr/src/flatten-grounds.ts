import { findGlyphs } from "./find-glyphs.ts";
import type { GreyImage } from "./grey-image.ts";
import { findBackgrounds, type Background } from "./find-backgrounds.ts";
import { measureInk } from "./ink.ts";
import { findLettering } from "./lettering.ts";

/** Grey of the normalised paper. Light paper keeps its own grey. */
const PAPER = 255;
/** A background at least this light counts as paper, whatever its colour. */
const MIN_PAPER = 140;
/** Backgrounds with a smaller difference from the paper are left to the global threshold. */
const MIN_DIFFERENCE = 30;
/** Minimum contrast of letters with their background; JPEG artefacts have less. */
const MIN_INK = 30;
/** Fewer adjacent components are the counters of one large letter. */
const MIN_LETTERS = 3;
const THRESHOLD = PAPER / 2;

/**
 * Normalises labels, coloured bars and dark parts of a page to dark letters on the page's paper, whatever their
 * colours. A global threshold loses letters on a medium grey background, and light letters on one of several
 * backgrounds. Returns the same image if it has one background.
 */
export function flattenBackgrounds(image: GreyImage): GreyImage {
  const backgrounds = findBackgrounds(image);
  const paper = backgrounds[0];
  if (paper === undefined) return image;
  const paperGrey = paper.grey >= MIN_PAPER ? paper.grey : PAPER;
  let result: Uint8Array | undefined;
  for (const ground of backgrounds) {
    // Paper within a coloured part is changed together with that part, and must then be processed after it.
    if (result === undefined && Math.abs(ground.grey - paperGrey) < MIN_DIFFERENCE) continue;
    const part = darkOnPaper(image, ground, paperGrey);
    if (part !== undefined) paste(part, ground, (result ??= Uint8Array.from(image.pixels)), image.width);
  }
  return result === undefined ? image : { ...image, pixels: result };
}

/** Returns the bounding box of a background with dark letters on paper, or undefined if it has no letters. */
function darkOnPaper(image: GreyImage, ground: Background, paper: number): GreyImage | undefined {
  const part = differences(image, ground);
  const { pixels } = part;
  // The lighter pixels are letters.
  const { contrast, ground: ink } = measureInk(part);
  if (contrast < MIN_INK) return undefined;
  for (let at = 0; at < pixels.length; at++) pixels[at] = paper - Math.min(paper, (pixels[at]! * paper) / ink);
  return findLettering(findGlyphs(part, THRESHOLD)).length >= MIN_LETTERS ? part : undefined;
}

/**
 * Returns the difference of each pixel in the bounding box from the background. Between the runs of a row the
 * background is interpolated linearly.
 */
function differences({ pixels, width }: GreyImage, { left, right, top, rows }: Background): GreyImage {
  const result = new Uint8Array((right - left) * rows.length);
  for (const [row, runs] of rows.entries()) {
    const from = (top + row) * width;
    const to = row * (right - left) - left;
    let before = runs[0]!;
    for (const run of runs) {
      const gap = run.left - before.right;
      for (let column = before.right; column < run.left; column++) {
        const grey = before.grey + ((run.grey - before.grey) * (column - before.right)) / gap;
        result[to + column] = Math.abs(pixels[from + column]! - grey);
      }
      for (let column = run.left; column < run.right; column++) {
        result[to + column] = Math.abs(pixels[from + column]! - run.grey);
      }
      before = run;
    }
  }
  return { pixels: result, width: right - left, height: rows.length };
}

/** Copies the part back, row by row within the extent of the background. */
function paste(part: GreyImage, { left, top, rows }: Background, pixels: Uint8Array, width: number): void {
  for (const [row, runs] of rows.entries()) {
    const [first, last] = [runs[0]!.left, runs.at(-1)!.right];
    const from = row * part.width - left;
    pixels.set(part.pixels.subarray(from + first, from + last), (top + row) * width + first);
  }
}
