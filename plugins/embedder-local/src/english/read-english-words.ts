import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { wordTerm } from "@quarry/text";

/** English dictionary in the form that is sent between threads. */
export interface EnglishWordTable {
  /** The words' terms, one a line, the most frequent word first. */
  readonly terms: string;
  /** Index of each word's first near word; one more at the end. */
  readonly starts: Uint32Array;
  /** The places of near words among the words. */
  readonly near: Uint16Array;
  /** Similarities, up to `NEAREST`; for each word the nearest first. */
  readonly strengths: Uint8Array;
}

/** The strength of a word that is as near as the word itself. */
export const NEAREST = 63;

/** Beside `src` and beside `dist`. Made by `tools/english-words`, which says how it is laid out. */
const FILE = new URL("../../data/english-words.br", import.meta.url);

/**
 * Reads the table from its file: a tenth of a second. It holds words, not terms: which term a word has is for the analyzer
 * to say as it is now.
 */
export function readEnglishWords(): EnglishWordTable {
  const bytes = brotliDecompressSync(readFileSync(FILE));
  let at = 0;
  const take = (length: number) => bytes.subarray(at, (at += length));
  const count = take(4).readUInt32LE();
  const words = take(take(4).readUInt32LE()).toString("latin1").split("\n");
  const starts = new Uint32Array(count + 1);
  const lengths = take(count);
  for (let word = 0; word < count; word++) starts[word + 1] = starts[word]! + lengths[word]!;
  const total = starts[count]!;
  const lower = take(total);
  const higher = take(total);
  // A million of them: `Uint16Array.from` with a function takes 120 ms for what takes 7 here.
  const near = new Uint16Array(total);
  for (let index = 0; index < total; index++) near[index] = lower[index]! | (higher[index]! << 8);
  return {
    terms: words.map(wordTerm).join("\n"),
    starts,
    near,
    strengths: strengthsOf(starts, take(total)),
  };
}

/** Decodes the similarities of near words, which the file has as differences from the one before. */
function strengthsOf(starts: Uint32Array, drops: Uint8Array): Uint8Array {
  const strengths = new Uint8Array(drops.length);
  for (let word = 0; word + 1 < starts.length; word++) {
    let strength = NEAREST;
    for (let place = starts[word]!; place < starts[word + 1]!; place++) strengths[place] = strength -= drops[place]!;
  }
  return strengths;
}
