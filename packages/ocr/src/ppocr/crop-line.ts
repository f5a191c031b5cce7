import type { GreyImage } from "../grey-image.ts";
import { sampleAt } from "../resample.ts";
import type { TextBox } from "./text-box.ts";

/** Height of the recogniser's input pictures. */
export const LINE_HEIGHT = 48;
/** Minimum and maximum width. Shorter and longer lines are scaled to it: half a character, and some 150 letters. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 3_200;
/** Minimum ratio of source to target pixels at which four samples are averaged. */
const AVERAGED_STEP = 1.4;
const PAPER = 255;

/** Returns the picture of a line, horizontal and `LINE_HEIGHT` high. */
export function cropLine(image: GreyImage, { x, y, angle, length, height }: TextBox): GreyImage {
  const step = height / LINE_HEIGHT;
  const width = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, Math.ceil(length / step)));
  const stepAlong = length / width;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const samplesPerSide = step > AVERAGED_STEP ? 2 : 1;
  const pixels = new Uint8Array(width * LINE_HEIGHT);
  for (let row = 0; row < LINE_HEIGHT; row++) {
    for (let column = 0; column < width; column++) {
      let sum = 0;
      for (let sample = 0; sample < samplesPerSide * samplesPerSide; sample++) {
        const along = (column + ((sample % samplesPerSide) + 0.5) / samplesPerSide) * stepAlong - length / 2;
        const across = (row + (Math.floor(sample / samplesPerSide) + 0.5) / samplesPerSide) * step - height / 2;
        sum += sampleAt(image, x + along * cos - across * sin - 0.5, y + along * sin + across * cos - 0.5, PAPER);
      }
      pixels[row * width + column] = sum / (samplesPerSide * samplesPerSide);
    }
  }
  return { pixels, width, height: LINE_HEIGHT };
}
