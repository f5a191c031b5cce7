import type { GreyImage } from "./grey-image.ts";

/** Threshold and greys that separate ink from the background. */
export interface Ink {
  /** Grey values up to this one belong to the darker class. */
  readonly threshold: number;
  /** Whether most of the page is dark, so that the letters are the lighter class. */
  readonly isDarkGround: boolean;
  /** Mean grey of the lighter class. */
  readonly ground: number;
  /** Difference of both mean greys, 0 to 255. */
  readonly contrast: number;
}

/** Finds the threshold that separates the greys best (Otsu's method). */
export function measureInk({ pixels }: GreyImage): Ink {
  const counts = new Float64Array(256);
  for (let index = 0; index < pixels.length; index++) counts[pixels[index]!]!++;
  let total = 0;
  for (let grey = 0; grey < 256; grey++) total += grey * counts[grey]!;
  let best = { spread: -1, threshold: 0, dark: 0, ground: 255, contrast: 0 };
  let dark = 0;
  let darkSum = 0;
  for (let grey = 0; grey < 255; grey++) {
    dark += counts[grey]!;
    darkSum += grey * counts[grey]!;
    const light = pixels.length - dark;
    if (dark === 0 || light === 0) continue;
    const ground = (total - darkSum) / light;
    const contrast = ground - darkSum / dark;
    const spread = dark * light * contrast * contrast;
    if (spread > best.spread) best = { spread, threshold: grey, dark, ground, contrast };
  }
  const { threshold, ground, contrast } = best;
  return { threshold, ground, contrast, isDarkGround: best.dark * 2 > pixels.length };
}

/** Returns the negative of a picture. */
export function invert(image: GreyImage): GreyImage {
  const pixels = new Uint8Array(image.pixels.length);
  for (let index = 0; index < pixels.length; index++) pixels[index] = 255 - image.pixels[index]!;
  return { ...image, pixels };
}
