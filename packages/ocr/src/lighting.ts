import type { GreyImage } from "./grey-image.ts";

/** Parts of a page by side: small enough to see a shadow, large enough to hold more ground than letters. */
const PARTS = 8;
/** Every so many pixels one is looked at. */
const STEP = 4;
/** Greys between the ground of the lightest and the darkest part that one threshold for all still divides. */
const MAX_DIFFERENCE = 50;
/** Paper in a shadow is lighter than this; what is darker is a picture. */
const MIN_PAPER = 50;

/** Whether the ground is not equally light all over, as on a photo of a page with a shadow on it. */
export function isUnevenlyLit({ pixels, width, height }: GreyImage): boolean {
  let lightest = 0;
  let darkest = 255;
  for (let part = 0; part < PARTS * PARTS; part++) {
    const left = Math.floor(((part % PARTS) * width) / PARTS);
    const right = Math.floor((((part % PARTS) + 1) * width) / PARTS);
    const top = Math.floor((Math.floor(part / PARTS) * height) / PARTS);
    const bottom = Math.floor(((Math.floor(part / PARTS) + 1) * height) / PARTS);
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
