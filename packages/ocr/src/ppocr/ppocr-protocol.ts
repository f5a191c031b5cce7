import type { ReadWord } from "./decode-signs.ts";
import type { TextBox } from "./text-box.ts";

/** Files of the model in its folder. */
export const DETECTOR_FILE = "PP-OCRv6_det_small.onnx";
export const RECOGNISER_FILE = "PP-OCRv6_rec_small.onnx";

/** Options for the model's process. */
export interface PpocrOptions {
  readonly folder: string;
}

/** A line that was found in a picture. */
export interface ReadLine {
  readonly box: TextBox;
  readonly words: readonly ReadWord[];
}
