import { ParserError } from "@quarry/plugin";

/** Returns the error for a picture that can't be decoded, with a user-friendly message. */
export const damagedImage = (cause?: unknown): ParserError =>
  new ParserError(
    "corrupt",
    "the image is damaged or cut off: open and save it again with an image program, or export it again",
    { cause },
  );
