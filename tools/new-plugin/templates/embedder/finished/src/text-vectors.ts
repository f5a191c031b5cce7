import type { PlainEmbedCall } from "@quarry/plugin";
import type { AcmeSettings } from "./acme-settings.ts";

/** Returns one vector per text, in the order of the texts. */
export const textVectors = async (
  texts: readonly string[],
  { dimension, settings }: PlainEmbedCall<AcmeSettings>,
): Promise<readonly Float32Array[]> => texts.map((text) => textVector(text, dimension, settings.pieceLength));

const textVector = (text: string, dimension: number, pieceLength: number): Float32Array => {
  const vector = new Float32Array(dimension);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    for (const piece of piecesOf(word, pieceLength)) vector[hash(piece) % dimension]! += 1;
  }
  // A text without words has no direction: its vector is all zero.
  return vector;
};

/** Splits a word into overlapping pieces: "pumps" in pieces of 4 is "pump", "umps". */
const piecesOf = (word: string, pieceLength: number): readonly string[] =>
  word.length <= pieceLength
    ? [word]
    : Array.from({ length: word.length - pieceLength + 1 }, (_, start) => word.slice(start, start + pieceLength));

/** FNV-1a. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value;
};
