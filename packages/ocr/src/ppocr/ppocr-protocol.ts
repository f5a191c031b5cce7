import type { ReadWord } from "./decode-characters.ts";
import type { TextBox } from "./text-box.ts";

/** Model files in the model's folder. */
export const DETECTOR_FILE = "PP-OCRv6_det_small.onnx";
export const RECOGNISER_FILE = "PP-OCRv6_rec_small.onnx";

/** Options of the model's process. */
export interface PpocrOptions {
  readonly folder: string;
}

/** A text line detected in a picture. */
export interface ReadLine {
  readonly box: TextBox;
  readonly words: readonly ReadWord[];
}
