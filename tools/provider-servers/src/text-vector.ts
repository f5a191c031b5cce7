/**
 * Dimensions that each word adds to: more than one, so that two words remain distinct if they collide in one of few
 * dimensions.
 */
const POSITIONS_PER_WORD = 3;

/**
 * Returns a unit vector that depends only on the text: equal texts have equal vectors, and the more words two texts
 * share, the closer they are.
 */
export const textVector = (text: string, dimension: number): Float32Array => {
  const vector = new Float32Array(dimension);
  for (const word of wordsOf(text)) {
    for (let copy = 0; copy < POSITIONS_PER_WORD; copy++) {
      const hash = fnv1a(`${copy}:${word}`);
      vector[(hash >>> 1) % dimension]! += hash % 2 === 0 ? 1 : -1;
    }
  }
  const length = Math.hypot(...vector);
  if (length === 0) vector[0] = 1;
  else for (let index = 0; index < dimension; index++) vector[index]! /= length;
  return vector;
};

/** Returns lower-cased words, or the text itself if it contains none. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [text];

const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // Final steps of MurmurHash3: FNV's low bits alone are too regular.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};
