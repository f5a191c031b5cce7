import type { LineBox } from "@quarry/plugin";

/** A paragraph of a picture. */
export interface RecognisedParagraph {
  /** Its lines joined. */
  readonly text: string;
  /** Where they stand in the picture, in shares of its width and height. */
  readonly lines: readonly LineBox[];
}

/** The text of one picture. */
export interface RecognisedText {
  /** In reading order; empty when the picture holds no text. */
  readonly paragraphs: readonly RecognisedParagraph[];
  /** Mean over the words, 0 to 1; 0 when there are none. */
  readonly confidence: number;
  /** For the person who uploaded the picture: that much of the text is likely to be wrong. */
  readonly doubt?: string;
  /** How long it took. */
  readonly milliseconds: number;
}
