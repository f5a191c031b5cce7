import { drawText } from "@quarry/ocr/testing";
import sharp, { type Sharp } from "sharp";

/** The parser disables all decoder formats except its own. Raw pixels need no format. */
export interface Picture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export const picture = (...lines: string[]): Picture => drawText(lines, { letterHeight: 18 });

/** Returns a pipeline that writes the picture in any format. */
export const writer = ({ pixels, width, height }: Picture): Sharp =>
  sharp(pixels, { raw: { width, height, channels: 1 } });

/** Stacks pictures vertically, each a frame of the same size. */
export function frames(...pictures: Picture[]): Sharp {
  const width = Math.max(...pictures.map((one) => one.width));
  const height = Math.max(...pictures.map((one) => one.height));
  const pixels = new Uint8Array(width * height * pictures.length).fill(255);
  for (const [frame, one] of pictures.entries()) {
    for (let row = 0; row < one.height; row++) {
      const from = row * one.width;
      pixels.set(one.pixels.subarray(from, from + one.width), (frame * height + row) * width);
    }
  }
  return sharp(pixels, { raw: { width, height: height * pictures.length, channels: 1, pageHeight: height } });
}

/** Draws white letters on a transparent background. */
export function onNothing({ pixels, width, height }: Picture): Sharp {
  const colours = new Uint8Array(width * height * 4).fill(255);
  for (const [index, grey] of pixels.entries()) colours[index * 4 + 3] = 255 - grey;
  return sharp(colours, { raw: { width, height, channels: 4 } });
}
