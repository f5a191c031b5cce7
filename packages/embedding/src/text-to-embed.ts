export interface TextToEmbed {
  /** Text, not blank. */
  readonly text: string;
  /** Context above the text. Omitted if both together are too long for the model. */
  readonly contextText?: string;
  /**
   * Token count of the text by the platform's tokenizer. If absent, tokens are counted as far as the model accepts
   * input.
   */
  readonly tokenCount?: number | undefined;
}

/** Places a text below its context, in the form in which models get both. */
export const textWithContext = ({ text, contextText = "" }: Pick<TextToEmbed, "text" | "contextText">): string =>
  contextText === "" ? text : `${contextText}\n\n${text}`;
