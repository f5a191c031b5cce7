import { brotliCompressSync, constants } from "node:zlib";
import type { Entry } from "./words.ts";

/** A word that is near another: its place among the entries, and how near, above 0 and up to 1. */
interface NearWord {
  readonly entry: number;
  readonly strength: number;
}

/** Nearer words than this many are seldom left out; with half as many, questions find .04 less (nDCG@10). */
const MOST_NEAR_WORDS = 48;
/** Words of less likeness have nothing in common but that they are words. */
const LEAST_LIKENESS = 0.3;

/**
 * The words nearest to each, by cosine, once what all words have in common is taken away. Only the first `candidates` may
 * be near to another: what is rare in the language is seldom what a text says instead.
 */
export function nearestWords(vectors: readonly Float32Array[], candidates: number): readonly (readonly NearWord[])[] {
  const places = centred(vectors, candidates);
  return places.map((place, entry) => {
    const near: NearWord[] = [];
    for (let other = 0; other < candidates; other++) {
      if (other === entry) continue;
      const likeness = product(place, places[other]!);
      if (likeness > LEAST_LIKENESS) near.push({ entry: other, strength: strengthOf(likeness) });
    }
    return near.sort((a, b) => b.strength - a.strength || a.entry - b.entry).slice(0, MOST_NEAR_WORDS);
  });
}

/**
 * Returns the weight of a related word, by the square root of its similarity: a word half as similar is still meant
 * more often than not.
 */
const strengthOf = (likeness: number): number => Math.sqrt((likeness - LEAST_LIKENESS) / (1 - LEAST_LIKENESS));

function centred(vectors: readonly Float32Array[], candidates: number): readonly Float32Array[] {
  const mean = new Float64Array(vectors[0]!.length);
  for (const vector of vectors.slice(0, candidates))
    for (let at = 0; at < mean.length; at++) mean[at]! += vector[at]! / candidates;
  return vectors.map((vector) => normalised(vector.map((value, at) => value - mean[at]!)));
}

function product(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += left[at]! * right[at]!;
  return sum;
}

/** Scaled to unit length. */
export function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Steps between 0 and 1 that strengths are rounded to; more of them change no ranking. */
const STEPS = 63;

/**
 * The table as `readEnglishWords` of the embedder takes it: the number of words and of bytes of their text; the words, one
 * a line; how many near words each has; of all near words the lower byte of their places, then the higher; and by how much
 * each one's strength falls below that of the one before it, the first one's below `STEPS`.
 */
export function tableBytes(entries: readonly Entry[], near: readonly (readonly NearWord[])[]): Uint8Array {
  const words = Buffer.from(entries.map(({ forms }) => forms[0]!).join("\n"));
  const all = near.flat();
  const header = Buffer.alloc(8);
  header.writeUInt32LE(entries.length, 0);
  header.writeUInt32LE(words.length, 4);
  const drops = near.flatMap((list) => {
    const steps = list.map(({ strength }) => Math.max(1, Math.round(strength * STEPS)));
    return steps.map((step, at) => (steps[at - 1] ?? STEPS) - step);
  });
  const table = Buffer.concat([
    header,
    words,
    Uint8Array.from(near, (list) => list.length),
    Uint8Array.from(all, ({ entry }) => entry & 0xff),
    Uint8Array.from(all, ({ entry }) => entry >>> 8),
    Uint8Array.from(drops),
  ]);
  return brotliCompressSync(table, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
}
