import { TokenCounter } from "./token-counter.ts";

/** Counter shared within a thread: documents share their words, and its cache takes megabytes. */
export const sharedCounter = new TokenCounter();

/**
 * Returns the exact number of o200k tokens in `text`, by the byte-pair rules of tiktoken. Never throws: special-token
 * text such as `<|endoftext|>` counts as ordinary characters. The vocabulary (5 MB in memory) loads on first use.
 */
export function countTokens(text: string): number {
  return sharedCounter.count(text);
}
