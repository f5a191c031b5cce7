import type { GreyImage } from "./grey-image.ts";

/** A speck differs from its neighbours by more; grain, the edges of letters and JPEG artefacts by less. */
const SPECK_CONTRAST = 90;
/** Pixels next to each other may both be specks. */
const MAX_ALIKE = 1;
/** With fewer lone ones a page is clean: full stops, and ends of tiny letters' strokes, which have others near them. */
const MIN_LONE_SHARE = 0.001;
/** Deviation of the grain that is taken for letters. Up to 22 the engine reads all; from 44 on it took 17 to 30 s for nothing. */
const MAX_GRAIN = 22;
/** Of the grain that is left by smoothing once. */
const GRAIN_LEFT = 0.45;
/** Rows without letters tell the grain; on a page full of text three in ten are such rows. */
const EMPTY_ROWS = 0.3;
const ROW_STEP = 4;
const NEIGHBOURS = 8;

/** Gives single dark or light dots the grey of their neighbours where a page is full of them; else returns the same image. */
export function removeSpecks(image: GreyImage): GreyImage {
  const { pixels, width, height } = image;
  // Not `slice`, which gives a view of a Buffer.
  const result = Uint8Array.from(pixels);
  const near = new Uint8Array(NEIGHBOURS);
  let lone = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const own = pixels[at]!;
      // Nearly all pixels are like those beside them.
      if (isAlike(own, pixels[at - 1]!) && isAlike(own, pixels[at + 1]!)) continue;
      let count = 0;
      for (let from = at - width - 1; from <= at + width - 1; from += width) {
        for (let next = from; next < from + 3; next++) if (next !== at) near[count++] = pixels[next]!;
      }
      if (!standsOut(own, near)) continue;
      if (isAlone(image, at)) lone++;
      near.sort();
      result[at] = (near[NEIGHBOURS / 2 - 1]! + near[NEIGHBOURS / 2]!) >> 1;
    }
  }
  return lone > pixels.length * MIN_LONE_SHARE ? { ...image, pixels: result } : image;
}

const isAlike = (one: number, other: number): boolean => Math.abs(one - other) < SPECK_CONTRAST;

/** Whether all neighbours, or all but one, are far lighter, or all far darker. */
function standsOut(own: number, near: Uint8Array): boolean {
  let [lighter, darker] = [0, 0];
  for (const grey of near) {
    if (grey >= own + SPECK_CONTRAST) lighter++;
    else if (grey <= own - SPECK_CONTRAST) darker++;
  }
  return Math.max(lighter, darker) >= NEIGHBOURS - MAX_ALIKE;
}

/** Whether all pixels two steps away in the eight directions are unlike it. */
function isAlone({ pixels, width }: GreyImage, at: number): boolean {
  for (const rows of [-2, 0, 2]) {
    for (const columns of [-2, 0, 2]) {
      const other = pixels[at + rows * width + columns];
      if ((rows !== 0 || columns !== 0) && other !== undefined && isAlike(pixels[at]!, other)) return false;
    }
  }
  return true;
}

/** Smooths a page whose grain would be taken for letters; else returns the same image. */
export function smoothGrain(image: GreyImage): GreyImage {
  let result = image;
  for (let grain = grainOf(image); grain > MAX_GRAIN; grain *= GRAIN_LEFT) result = smooth(result);
  return result;
}

/** The deviation of the grain, by a mask that gives 0 on slopes and little on edges (Immerkær's). */
function grainOf({ pixels, width, height }: GreyImage): number {
  if (width < 3 || height < 3) return 0;
  const rows: number[] = [];
  for (let y = 1; y < height - 1; y += ROW_STEP) {
    let sum = 0;
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const [above, below] = [at - width, at + width];
      const corners = pixels[above - 1]! + pixels[above + 1]! + pixels[below - 1]! + pixels[below + 1]!;
      const sides = pixels[above]! + pixels[at - 1]! + pixels[at + 1]! + pixels[below]!;
      sum += Math.abs(corners - 2 * sides + 4 * pixels[at]!);
    }
    rows.push(((sum / (width - 2)) * Math.sqrt(Math.PI / 2)) / 6);
  }
  return Float64Array.from(rows).sort()[Math.floor(rows.length * EMPTY_ROWS)]!;
}

/** Each pixel as the mean of itself and its neighbours, the nearer ones counting for more. */
export function smooth(image: GreyImage): GreyImage {
  const { pixels, width, height } = image;
  const result = Uint8Array.from(pixels);
  // Sums of columns, which the next two pixels need again: nine reads a pixel took three times as long.
  const columnAt = (at: number): number => pixels[at - width]! + 2 * pixels[at]! + pixels[at + width]!;
  for (let y = 1; y < height - 1; y++) {
    let before = columnAt(y * width);
    let own = columnAt(y * width + 1);
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const after = columnAt(at + 1);
      result[at] = (before + 2 * own + after + 8) >> 4;
      before = own;
      own = after;
    }
  }
  return { ...image, pixels: result };
}
