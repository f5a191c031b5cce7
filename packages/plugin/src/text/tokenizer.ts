import { TokenCounter } from "./token-counter.ts";

const shared = new TokenCounter();

/**
 * Exact number of o200k tokens in `text`, by the byte-pair rules of tiktoken. Never throws: special-token text such as
 * `<|endoftext|>` counts as the ordinary characters it is. The vocabulary (about 60 MB in memory) loads on first use.
 */
export function countTokens(text: string): number {
  return shared.count(text);
}
