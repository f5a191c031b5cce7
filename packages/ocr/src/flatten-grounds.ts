import { findGlyphs } from "./find-glyphs.ts";
import type { GreyImage } from "./grey-image.ts";
import { findGrounds, type Ground } from "./find-grounds.ts";
import { measureInk } from "./ink.ts";
import { findLettering } from "./lettering.ts";

/** The grey that paper gets; lighter pages keep theirs. */
const PAPER = 255;
/** A ground this light is paper, whatever its colour. */
const MIN_PAPER = 140;
/** One threshold for the whole page divides letters from grounds that differ by less. */
const MIN_DIFFERENCE = 30;
/** Letters differ from their ground by more on average, JPEG artefacts by less. */
const MIN_INK = 30;
/** Fewer letters side by side are the counters of one large letter. */
const MIN_LETTERS = 3;
const THRESHOLD = PAPER / 2;

/**
 * Gives labels, coloured bars and dark parts of a page the ground of its paper and dark letters, whatever the colours
 * of both: one threshold for the whole page loses letters on a ground of middling grey, and light letters on some of
 * several grounds. Returns the same image where it has one ground.
 */
export function flattenGrounds(image: GreyImage): GreyImage {
  const grounds = findGrounds(image);
  const paper = grounds[0];
  if (paper === undefined) return image;
  const paperGrey = paper.grey >= MIN_PAPER ? paper.grey : PAPER;
  let result: Uint8Array | undefined;
  for (const ground of grounds) {
    // Paper within a coloured part is changed with that, and takes its turn behind it.
    if (result === undefined && Math.abs(ground.grey - paperGrey) < MIN_DIFFERENCE) continue;
    const part = darkOnPaper(image, ground, paperGrey);
    if (part !== undefined) paste(part, ground, (result ??= Uint8Array.from(image.pixels)), image.width);
  }
  return result === undefined ? image : { ...image, pixels: result };
}

/** The box about a ground, with dark letters on paper; undefined where it has no letters. */
function darkOnPaper(image: GreyImage, ground: Ground, paper: number): GreyImage | undefined {
  const part = differences(image, ground);
  const { pixels } = part;
  // The lighter ones are letters.
  const { contrast, ground: ink } = measureInk(part);
  if (contrast < MIN_INK) return undefined;
  for (let at = 0; at < pixels.length; at++) pixels[at] = paper - Math.min(paper, (pixels[at]! * paper) / ink);
  return findLettering(findGlyphs(part, THRESHOLD)).length >= MIN_LETTERS ? part : undefined;
}

/** How far each pixel in the box about a ground differs from that; between its stretches in a row it changes evenly. */
function differences({ pixels, width }: GreyImage, { left, right, top, rows }: Ground): GreyImage {
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

/** Puts the part back, row by row as far as the ground reaches. */
function paste(part: GreyImage, { left, top, rows }: Ground, pixels: Uint8Array, width: number): void {
  for (const [row, runs] of rows.entries()) {
    const [first, last] = [runs[0]!.left, runs.at(-1)!.right];
    const from = row * part.width - left;
    pixels.set(part.pixels.subarray(from + first, from + last), (top + row) * width + first);
  }
}
