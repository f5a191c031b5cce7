export type { GreyImage } from "./grey-image.ts";
export type { RecognisedText } from "./recognised-text.ts";
