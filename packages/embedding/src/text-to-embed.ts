export interface TextToEmbed {
  /** Not blank. */
  readonly text: string;
  /** Stands above the text; left out where both together are too long for the model. */
  readonly contextText?: string;
  /** The text's, by the platform's tokenizer. Left out for what nobody has counted: it is, as far as the model takes texts. */
  readonly tokenCount?: number | undefined;
}
