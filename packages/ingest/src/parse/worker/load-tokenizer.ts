import { countTokens } from "@quarry/text/chunks";

/**
 * Loads the tokenizer's vocabulary (some 30 ms) as part of the worker's start, so that it doesn't count as the first
 * document's time or memory.
 */
export const loadTokenizer = (): void => {
  // A single letter would be counted without the vocabulary.
  countTokens("ab");
};
