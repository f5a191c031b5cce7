import { createRequire } from "node:module";
import { O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";
import { type ByteRanks, countMergedTokens } from "./byte-pair-encoding.ts";

type RanksModule = typeof import("gpt-tokenizer/bpeRanks/o200k_base");

/**
 * The o200k vocabulary and split pattern come from gpt-tokenizer; the merging is ours, because its own is quadratic
 * in the length of an unbroken run and throws on special-token text such as `<|endoftext|>`.
 */
let byteRanks: ByteRanks | undefined;
const encoder = new TextEncoder();
const NON_ASCII = /[\u0080-\uffff]/;

/** Exact o200k token count of `text`. Special-token text counts as ordinary text. Uncached; use `TokenCounter`. */
export function countPieceTokens(text: string): number {
  byteRanks ??= loadByteRanks();
  let count = 0;
  for (const word of text.match(O200K_TOKEN_SPLIT_REGEX) ?? [])
    count += countMergedTokens(toByteString(word), byteRanks);
  return count;
}

/**
 * The ranks cost 50 MB and 100 ms of a thread that loads them, and most threads that analyze text never count a token:
 * so not by a static import. Counting is synchronous, hence require.
 */
function loadByteRanks(): ByteRanks {
  const { default: ranks } = createRequire(import.meta.url)("gpt-tokenizer/bpeRanks/o200k_base") as RanksModule;
  const map = new Map<string, number>();
  // forEach skips the holes that stand for unused ranks.
  ranks.forEach((token: string | readonly number[], rank: number) => {
    map.set(typeof token === "string" ? toByteString(token) : String.fromCharCode(...token), rank);
  });
  return map;
}

/** One character per UTF-8 byte; ASCII is returned as it is. A lone surrogate becomes U+FFFD, as in every UTF-8 encoder. */
function toByteString(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  const bytes = encoder.encode(text);
  let result = "";
  for (const byte of bytes) result += String.fromCharCode(byte);
  return result;
}
