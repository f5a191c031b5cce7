import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";
import { countMergedTokens } from "./byte-pair-encoding.ts";
import { ByteRanks } from "./byte-ranks.ts";

/**
 * The o200k vocabulary and split pattern come from gpt-tokenizer; the merging is ours, because its own is quadratic
 * in the length of an unbroken run and throws on special-token text such as `<|endoftext|>`.
 */
let byteRanks: ByteRanks | undefined;
const encoder = new TextEncoder();
const NON_ASCII = /[\u0080-\uffff]/;

/** Exact o200k token count of ASCII that the split pattern takes as one. */
export function countWordTokens(word: string): number {
  return countMergedTokens(word, (byteRanks ??= readByteRanks()));
}

/** Exact o200k token count of `text`. Special-token text counts as ordinary text. Uncached; use `TokenCounter`. */
export function countPieceTokens(text: string): number {
  byteRanks ??= readByteRanks();
  let count = 0;
  for (const word of text.match(O200K_TOKEN_SPLIT_REGEX) ?? [])
    count += countMergedTokens(toByteString(word), byteRanks);
  return count;
}

/**
 * The ranks take 5 MB and some 30 ms of a thread that reads them, and most threads that analyze text never count a token.
 * Counting is synchronous, hence the reading too.
 */
function readByteRanks(): ByteRanks {
  const file = createRequire(import.meta.url).resolve("gpt-tokenizer/data/o200k_base.tiktoken");
  return new ByteRanks(readFileSync(file));
}

/** One character per UTF-8 byte; ASCII is returned as it is. A lone surrogate becomes U+FFFD, as in every UTF-8 encoder. */
function toByteString(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  const bytes = encoder.encode(text);
  let result = "";
  for (const byte of bytes) result += String.fromCharCode(byte);
  return result;
}
