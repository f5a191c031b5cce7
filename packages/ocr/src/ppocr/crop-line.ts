import type { GreyImage } from "../grey-image.ts";
import { sampleAt } from "../resample.ts";
import type { TextBox } from "./text-box.ts";

/** Height of the pictures that the recogniser reads. */
export const LINE_HEIGHT = 48;
/** Shorter and longer lines are squeezed: half a sign, and some 150 letters. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 3_200;
/** From this many pixels of the picture to one of the line on, four points are averaged. */
const AVERAGED_STEP = 1.4;
const PAPER = 255;

/** The picture of a line, level and `LINE_HEIGHT` high. */
export function cropLine(image: GreyImage, { x, y, angle, length, height }: TextBox): GreyImage {
  const step = height / LINE_HEIGHT;
  const width = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, Math.ceil(length / step)));
  const stepAlong = length / width;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const parts = step > AVERAGED_STEP ? 2 : 1;
  const pixels = new Uint8Array(width * LINE_HEIGHT);
  for (let row = 0; row < LINE_HEIGHT; row++) {
    for (let column = 0; column < width; column++) {
      let sum = 0;
      for (let part = 0; part < parts * parts; part++) {
        const along = (column + ((part % parts) + 0.5) / parts) * stepAlong - length / 2;
        const across = (row + (Math.floor(part / parts) + 0.5) / parts) * step - height / 2;
        sum += sampleAt(image, x + along * cos - across * sin - 0.5, y + along * sin + across * cos - 0.5, PAPER);
      }
      pixels[row * width + column] = sum / (parts * parts);
    }
  }
  return { pixels, width, height: LINE_HEIGHT };
}
