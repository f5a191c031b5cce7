import type { LineBox } from "@quarry/plugin";

/** A paragraph of a picture. */
export interface RecognisedParagraph {
  /** Its lines, joined. */
  readonly text: string;
  /** Positions of the lines in the picture, as shares of its width and height. */
  readonly lines: readonly LineBox[];
}

/** The text of one picture. */
export interface RecognisedText {
  /** In reading order; empty if the picture contains no text. */
  readonly paragraphs: readonly RecognisedParagraph[];
  /** Mean confidence of the words, 0 to 1; 0 if there are none. */
  readonly confidence: number;
  /** Message for the person who uploaded the picture: much of the text is probably wrong. */
  readonly doubt?: string;
  /** Duration of the recognition. */
  readonly milliseconds: number;
}
