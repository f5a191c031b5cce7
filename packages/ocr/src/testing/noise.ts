import type { GreyImage } from "../grey-image.ts";

type Change = (grey: number, x: number, y: number, random: () => number) => number;

/** A page with each grey changed, by its place in shares of the page and by numbers that are the same in each run. */
function changed(page: GreyImage, change: Change): GreyImage {
  let state = 11;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const pixels = page.pixels.map((grey, index) => {
    const value = change(grey, (index % page.width) / page.width, Math.floor(index / page.width) / page.height, random);
    return Math.min(255, Math.max(0, Math.round(value)));
  });
  return { ...page, pixels };
}

/** As a copier with a dirty glass makes it: `share` of the dots black or white. */
export const withSpecks = (page: GreyImage, share: number): GreyImage =>
  changed(page, (grey, _x, _y, random) => (random() < share ? (random() < 0.5 ? 0 : 255) : grey));

/** As a camera makes it in the dark. */
export const withGrain = (page: GreyImage, deviation: number): GreyImage =>
  changed(
    page,
    (grey, _x, _y, random) => grey + deviation * Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random()),
  );

/** In a light that falls off from the upper left to `least` of itself. */
export const inFallingLight = (page: GreyImage, least: number): GreyImage =>
  changed(page, (grey, x, y) => grey * (1 - (1 - least) * Math.min(1, 0.7 * x + 0.5 * y)));
