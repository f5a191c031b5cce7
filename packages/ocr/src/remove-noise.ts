import type { GreyImage } from "./grey-image.ts";

/** Minimum difference of a speck from its neighbours. Grain, the edges of letters and JPEG artefacts have less. */
const SPECK_CONTRAST = 90;
/** Maximum similar neighbours of a speck: two adjacent pixels can both be specks. */
const MAX_SIMILAR = 1;
/**
 * Minimum share of isolated specks. On a clean page there are fewer: full stops, and stroke ends of tiny letters, which
 * have others near them.
 */
const MIN_ISOLATED_SHARE = 0.001;
/**
 * Maximum standard deviation of grain. Up to 22 the engine reads everything; from 44 on it took 17 to 30 s without a
 * result.
 */
const MAX_GRAIN = 22;
/** Share of the grain that remains after smoothing once. */
const REMAINING_GRAIN = 0.45;
/** Share of rows without letters, by which grain is measured: three in ten on a page full of text. */
const EMPTY_ROWS = 0.3;
const ROW_STEP = 4;
const NEIGHBOURS = 8;

/**
 * Replaces single dark or light pixels by the median of their neighbours if a page is full of them. Otherwise returns
 * the same image.
 */
export function removeSpecks(image: GreyImage): GreyImage {
  const { pixels, width, height } = image;
  // Not `slice`, which returns a view for a Buffer.
  const result = Uint8Array.from(pixels);
  const neighbours = new Uint8Array(NEIGHBOURS);
  let isolated = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const current = pixels[at]!;
      // Fast path: nearly all pixels are similar to the adjacent ones.
      if (isSimilar(current, pixels[at - 1]!) && isSimilar(current, pixels[at + 1]!)) continue;
      let count = 0;
      for (let from = at - width - 1; from <= at + width - 1; from += width) {
        for (let next = from; next < from + 3; next++) if (next !== at) neighbours[count++] = pixels[next]!;
      }
      if (!isOutlier(current, neighbours)) continue;
      if (isIsolated(image, at)) isolated++;
      neighbours.sort();
      result[at] = (neighbours[NEIGHBOURS / 2 - 1]! + neighbours[NEIGHBOURS / 2]!) >> 1;
    }
  }
  return isolated > pixels.length * MIN_ISOLATED_SHARE ? { ...image, pixels: result } : image;
}

const isSimilar = (one: number, other: number): boolean => Math.abs(one - other) < SPECK_CONTRAST;

/** Whether all neighbours, except at most one, are far lighter, or all far darker. */
function isOutlier(current: number, neighbours: Uint8Array): boolean {
  let [lighter, darker] = [0, 0];
  for (const grey of neighbours) {
    if (grey >= current + SPECK_CONTRAST) lighter++;
    else if (grey <= current - SPECK_CONTRAST) darker++;
  }
  return Math.max(lighter, darker) >= NEIGHBOURS - MAX_SIMILAR;
}

/** Whether all pixels two steps away in the eight directions differ from it. */
function isIsolated({ pixels, width }: GreyImage, at: number): boolean {
  for (const rows of [-2, 0, 2]) {
    for (const columns of [-2, 0, 2]) {
      const other = pixels[at + rows * width + columns];
      if ((rows !== 0 || columns !== 0) && other !== undefined && isSimilar(pixels[at]!, other)) return false;
    }
  }
  return true;
}

/** Smooths a page whose grain would be taken for letters. Otherwise returns the same image. */
export function smoothGrain(image: GreyImage): GreyImage {
  let result = image;
  for (let grain = grainOf(image); grain > MAX_GRAIN; grain *= REMAINING_GRAIN) result = smooth(result);
  return result;
}

/**
 * Returns the standard deviation of the grain (Immerkær's method), by a mask that is 0 on slopes and small on edges.
 */
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

/** Replaces each pixel by the weighted mean of itself and its neighbours (binomial filter). */
export function smooth(image: GreyImage): GreyImage {
  const { pixels, width, height } = image;
  const result = Uint8Array.from(pixels);
  // Column sums are reused for the next two pixels: nine reads per pixel took three times as long.
  const columnAt = (at: number): number => pixels[at - width]! + 2 * pixels[at]! + pixels[at + width]!;
  for (let y = 1; y < height - 1; y++) {
    let before = columnAt(y * width);
    let current = columnAt(y * width + 1);
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const after = columnAt(at + 1);
      result[at] = (before + 2 * current + after + 8) >> 4;
      before = current;
      current = after;
    }
  }
  return { ...image, pixels: result };
}
