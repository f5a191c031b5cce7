import { analyze, murmur3 } from "@quarry/text";

export const DIMENSION = 32;

/** Returns a vector of signed hashed word counts. Words that begin with "un" are unknown to it. */
export const wordVector = (text: string, dimension = DIMENSION): Float32Array => {
  const vector = new Float32Array(dimension);
  for (const term of analyze(text)) {
    if (term.startsWith("un")) continue;
    const hash = murmur3(term);
    vector[hash % dimension]! += hash & 0x10000 ? 1 : -1;
  }
  return vector;
};

export const unit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
};
