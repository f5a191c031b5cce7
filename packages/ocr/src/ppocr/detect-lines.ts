import type { GreyImage } from "../grey-image.ts";
import { resample } from "../resample.ts";
import { findTextBoxes } from "./find-text-boxes.ts";
import type { Numbers, OnnxSession } from "./onnx-session.ts";
import type { TextBox } from "./text-box.ts";

/**
 * Longest side of the detector's input picture. At 2,000 a page takes 3.3 s instead of 2.2 s, and nothing more is
 * found.
 */
const MAX_SIDE = 960;
/** Sides must be multiples of this. */
const SIDE_STEP = 32;
const PAPER = 255;
/** Mean and standard deviation of the training pictures by channel. */
const CHANNELS = [
  { mean: 0.485, deviation: 0.229 },
  { mean: 0.456, deviation: 0.224 },
  { mean: 0.406, deviation: 0.225 },
] as const;

/** Detects the text lines of a picture, in no particular order. */
export async function detectLines(detector: OnnxSession, image: GreyImage): Promise<TextBox[]> {
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
  const scaled = resample(image, { scale, degrees: 0, ground: PAPER });
  const input = detectorInput(scaled);
  const { values } = await detector(input);
  const [, , height, width] = input.shape as [number, number, number, number];
  const toOriginal = image.width / scaled.width;
  return findTextBoxes({ values, width, height }).map((box) => ({
    angle: box.angle,
    x: box.x * toOriginal,
    y: box.y * toOriginal,
    length: box.length * toOriginal,
    height: box.height * toOriginal,
  }));
}

/** Returns the picture padded with paper, repeated for each channel. */
function detectorInput({ pixels, width, height }: GreyImage): Numbers {
  const [paddedWidth, paddedHeight] = [padded(width), padded(height)];
  const plane = paddedWidth * paddedHeight;
  const values = new Float32Array(CHANNELS.length * plane);
  for (const [channel, { mean, deviation }] of CHANNELS.entries()) {
    const from = channel * plane;
    values.fill((1 - mean) / deviation, from, from + plane);
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        values[from + row * paddedWidth + column] = (pixels[row * width + column]! / PAPER - mean) / deviation;
      }
    }
  }
  return { values, shape: [1, CHANNELS.length, paddedHeight, paddedWidth] };
}

const padded = (side: number): number => Math.ceil(side / SIDE_STEP) * SIDE_STEP;
