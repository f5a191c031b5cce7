/** The text of one picture. */
export interface RecognisedText {
  /** In reading order, lines joined; empty when the picture holds no text. */
  readonly paragraphs: readonly string[];
  /** Mean over the words, 0 to 1; 0 when there are none. */
  readonly confidence: number;
  /** How long it took. */
  readonly milliseconds: number;
}
