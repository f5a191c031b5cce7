import { TokenCounter } from "./token-counter.ts";

/** Counter shared by a thread: words are the same in all documents, and its cache takes megabytes. */
export const sharedCounter = new TokenCounter();

/**
 * Exact number of o200k tokens in `text`, by the byte-pair rules of tiktoken. Never throws: special-token text such as
 * `<|endoftext|>` counts as the ordinary characters it is. The vocabulary (5 MB in memory) loads on first use.
 */
export function countTokens(text: string): number {
  return sharedCounter.count(text);
}
