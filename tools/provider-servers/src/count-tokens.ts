import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";

/** The library's merging is quadratic in the length of a run without spaces: long runs are counted in chunks. */
const LONG_RUN = /\S{2000}/;
const PIECE = 1_000;

/**
 * Returns the number of tokens by the tokenizer of OpenAI's embedding models (cl100k). Text that looks like a special
 * token is plain text.
 */
export const tokensOf = (text: string): number => {
  if (!LONG_RUN.test(text)) return count(text);
  let sum = 0;
  for (let from = 0; from < text.length; from += PIECE) sum += count(text.slice(from, from + PIECE));
  return sum;
};

const count = (text: string): number => countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() });
