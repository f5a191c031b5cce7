import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";
import { countMergedTokens } from "./byte-pair-encoding.ts";
import { ByteRanks } from "./byte-ranks.ts";

/**
 * Ranks of the o200k vocabulary. Vocabulary and split pattern come from gpt-tokenizer. The merging is our own, because
 * theirs is quadratic in the length of an unbroken run and throws on special-token text such as `<|endoftext|>`.
 */
let byteRanks: ByteRanks | undefined;
const encoder = new TextEncoder();
const NON_ASCII = /[\u0080-\uffff]/;

/** Returns the exact o200k token count of ASCII text that the split pattern matches as one segment. */
export function countWordTokens(word: string): number {
  return countMergedTokens(word, (byteRanks ??= readByteRanks()));
}

/** Returns the exact o200k token count of `text`. Special-token text counts as ordinary text. Uncached. */
export function countSegmentTokens(text: string): number {
  byteRanks ??= readByteRanks();
  let count = 0;
  for (const word of text.match(O200K_TOKEN_SPLIT_REGEX) ?? [])
    count += countMergedTokens(toByteString(word), byteRanks);
  return count;
}

/**
 * Loads the ranks on first use. They take 5 MB and about 30 ms per thread, and most threads that analyse text never
 * count a token. Synchronous, because counting is.
 */
function readByteRanks(): ByteRanks {
  const file = createRequire(import.meta.url).resolve("gpt-tokenizer/data/o200k_base.tiktoken");
  return new ByteRanks(readFileSync(file));
}

/**
 * Returns one character per UTF-8 byte; ASCII unchanged. A lone surrogate becomes U+FFFD, as in every UTF-8 encoder.
 */
function toByteString(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  const bytes = encoder.encode(text);
  let result = "";
  for (const byte of bytes) result += String.fromCharCode(byte);
  return result;
}
