import { ParserError } from "@quarry/plugin";

/** What a person is told about a picture that can't be decoded. */
export const damagedImage = (cause?: unknown): ParserError =>
  new ParserError(
    "corrupt",
    "the image is damaged or cut off: open and save it again with an image program, or export it anew",
    { cause },
  );
