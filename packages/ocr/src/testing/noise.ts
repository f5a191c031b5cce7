import type { GreyImage } from "../grey-image.ts";

type Change = (grey: number, x: number, y: number, random: () => number) => number;

/** Returns a page with each pixel changed by its relative position and by reproducible random numbers. */
function changed(page: GreyImage, change: Change): GreyImage {
  let state = 11;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const pixels = page.pixels.map((grey, index) => {
    const value = change(grey, (index % page.width) / page.width, Math.floor(index / page.width) / page.height, random);
    return Math.min(255, Math.max(0, Math.round(value)));
  });
  return { ...page, pixels };
}

/** Adds specks as from a copier with dirty glass: `share` of the pixels become black or white. */
export const withSpecks = (page: GreyImage, share: number): GreyImage =>
  changed(page, (grey, _x, _y, random) => (random() < share ? (random() < 0.5 ? 0 : 255) : grey));

/** Adds grain as from a camera in low light. */
export const withGrain = (page: GreyImage, deviation: number): GreyImage =>
  changed(
    page,
    (grey, _x, _y, random) => grey + deviation * Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random()),
  );

/** Darkens the page from the upper left, down to the share `least` of its light. */
export const inFallingLight = (page: GreyImage, least: number): GreyImage =>
  changed(page, (grey, x, y) => grey * (1 - (1 - least) * Math.min(1, 0.7 * x + 0.5 * y)));
