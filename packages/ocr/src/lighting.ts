import type { GreyImage } from "./grey-image.ts";

/** Tiles per side of a page: small enough to detect a shadow, large enough to contain more background than letters. */
const TILES = 8;
/** Sampling step in pixels. */
const STEP = 4;
/**
 * Maximum grey difference between the backgrounds of the lightest and darkest tile that a global threshold can still
 * handle.
 */
const MAX_DIFFERENCE = 50;
/** Paper in a shadow is lighter than this; darker tiles are pictures. */
const MIN_PAPER = 50;

/** Whether the background is unevenly lit, as in a photo of a page with a shadow on it. */
export function isUnevenlyLit({ pixels, width, height }: GreyImage): boolean {
  let lightest = 0;
  let darkest = 255;
  for (let tile = 0; tile < TILES * TILES; tile++) {
    const left = Math.floor(((tile % TILES) * width) / TILES);
    const right = Math.floor((((tile % TILES) + 1) * width) / TILES);
    const top = Math.floor((Math.floor(tile / TILES) * height) / TILES);
    const bottom = Math.floor(((Math.floor(tile / TILES) + 1) * height) / TILES);
    const greys: number[] = [];
    for (let row = top; row < bottom; row += STEP) {
      for (let column = left; column < right; column += STEP) greys.push(pixels[row * width + column]!);
    }
    if (greys.length === 0) continue;
    const ground = Uint8Array.from(greys).sort()[greys.length >> 1]!;
    lightest = Math.max(lightest, ground);
    darkest = Math.min(darkest, ground);
  }
  return lightest - darkest > MAX_DIFFERENCE && darkest >= MIN_PAPER;
}
