import { countTokens } from "@quarry/text/chunks";

/**
 * Loads the tokenizer's vocabulary (some 30 ms), as part of the worker's start: it is neither the first
 * document's time nor its memory.
 */
export const loadTokenizer = (): void => {
  // A single letter is counted without it.
  countTokens("ab");
};
