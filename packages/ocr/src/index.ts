// Text recognition (OCR), shared by several parsers.
export type { GreyImage } from "./grey-image.ts";
export { sharedRecogniser } from "./shared-recogniser.ts";
export type { RecognisedParagraph, RecognisedText } from "./recognised-text.ts";
export { RecognitionTimeout } from "./recognition-timeout.ts";
export { TextRecogniser, type TextRecogniserOptions } from "./text-recogniser.ts";
