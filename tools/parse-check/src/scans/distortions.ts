import sharp from "sharp";
import type { GreyPicture } from "./drawn-page.ts";

/** Distorts a clean page like scanners, cameras and copiers do. */
export type Distortion = (page: GreyPicture) => GreyPicture | Promise<GreyPicture>;

/** Returns a generator of numbers from 0 to 1, the same in each run. */
const random = (seed: number): (() => number) => {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
};

const byte = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

const changed = (page: GreyPicture, change: (grey: number, x: number, y: number) => number): GreyPicture => ({
  ...page,
  pixels: page.pixels.map((grey, index) =>
    byte(change(grey, (index % page.width) / page.width, Math.floor(index / page.width) / page.height)),
  ),
});

export const grain =
  (deviation: number): Distortion =>
  (page) => {
    const next = random(7);
    const normal = (): number => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
    return changed(page, (grey) => grey + deviation * normal());
  };

export const saltAndPepper =
  (share: number): Distortion =>
  (page) => {
    const next = random(11);
    return changed(page, (grey) => (next() < share ? (next() < 0.5 ? 0 : 255) : grey));
  };

/** Light that decreases towards the right and the bottom, to the share `least`. */
export const shade =
  (least: number): Distortion =>
  (page) =>
    changed(page, (grey, x, y) => grey * (1 - (1 - least) * Math.min(1, 0.7 * x ** 1.5 + 0.5 * y)));

/** The shadow of a hand or a book's fold: a dark strip with soft edges. */
export const strip =
  (least: number): Distortion =>
  (page) =>
    changed(page, (grey, x, y) => grey * (1 - (1 - least) * Math.exp(-(((x + 0.2 * y - 0.6) / 0.18) ** 2))));

export const turn =
  (degrees: number): Distortion =>
  async ({ pixels, width, height }) => {
    const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).rotate(degrees, { background: "#ffffff" });
    const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
    return { pixels: data, width: info.width, height: info.height };
  };

export const jpeg =
  (quality: number): Distortion =>
  async ({ pixels, width, height }) => {
    const file = await sharp(pixels, { raw: { width, height, channels: 1 } })
      .jpeg({ quality })
      .toBuffer();
    return { pixels: await sharp(file).greyscale().raw().toBuffer(), width, height };
  };

/** A sheet on a dark table, photographed at an angle, with decreasing light and some grain. */
export const photograph: Distortion = async (page) => {
  const { pixels, width, height } = page;
  const seen = new Uint8Array(pixels.length).fill(70);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [v, u] = [(row / height - 0.03) / 0.94, column / width];
      // The sheet is wider at the bottom, and rotated by one and a half degrees.
      const inset = 0.07 - 0.05 * v;
      const x = ((u - inset - 0.012 * v) / (1 - 2 * inset)) * width;
      const y = (v + 0.02 * (u - 0.5)) * height;
      if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) continue;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const [right, down] = [x - left, y - top];
      const at = top * width + left;
      seen[row * width + column] =
        (pixels[at]! * (1 - right) + pixels[at + 1]! * right) * (1 - down) +
        (pixels[at + width]! * (1 - right) + pixels[at + width + 1]! * right) * down;
    }
  }
  return grain(6)(await shade(0.6)({ pixels: seen, width, height }));
};

export const negative: Distortion = (page) => changed(page, (grey) => 255 - grey);
