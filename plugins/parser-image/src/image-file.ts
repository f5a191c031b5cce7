import type { GreyImage } from "@quarry/ocr";
import type { ParsedDocumentInfo } from "@quarry/plugin";

/** A picture file that was opened and checked against the limits; nothing is decoded yet. */
export interface ImageFile {
  /** How many frames are read, at least 1. */
  readonly frames: number;
  readonly info: ParsedDocumentInfo;
  /** Decodes one frame, counted from 0, in its readings: more than one where it shows different things on light and dark. */
  readonly readFrame: (frame: number) => AsyncIterable<GreyImage>;
}
