import type { GreyImage } from "@quarry/ocr";
import type { ParsedDocumentInfo } from "@quarry/plugin";

/** A picture file that was opened and checked against the limits. Nothing is decoded yet. */
export interface ImageFile {
  /** Number of frames that are read, at least 1. */
  readonly frames: number;
  readonly info: ParsedDocumentInfo;
  /** Decodes a frame, counted from 0. Yields several versions if it looks different on light and dark backgrounds. */
  readonly readFrame: (frame: number) => AsyncIterable<GreyImage>;
}
