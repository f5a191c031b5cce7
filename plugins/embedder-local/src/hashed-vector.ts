import { murmur3 } from "@quarry/text";

/**
 * Number of dimensions per term (feature hashing). With one, a query term that collides with a frequent word of a text
 * is lost; with four, the others still represent it. Measured in the README; more dimensions cost time without a
 * reproducible gain.
 */
const SLOTS_PER_TERM = 4;
/** Length that a term of weight 1 has in a vector with four or more dimensions. */
export const TERM_LENGTH = Math.sqrt(SLOTS_PER_TERM);
const GOLDEN_RATIO = 0x9e3779b9;

/**
 * Adds a term to a vector: `weight`, with a sign, in one dimension of each quarter of the vector. The quarters separate
 * a term's dimensions, so that it never cancels itself out. A vector with fewer than four dimensions has one part per
 * dimension.
 */
export function addTerm(vector: Float32Array, term: string, weight: number, slots = SLOTS_PER_TERM): void {
  const hash = murmur3(term);
  const dimension = vector.length;
  const parts = Math.min(slots, dimension);
  for (let index = 0; index < parts; index++) {
    const start = Math.floor((index * dimension) / parts);
    const size = Math.floor(((index + 1) * dimension) / parts) - start;
    const bits = mix(hash + Math.imul(index + 1, GOLDEN_RATIO));
    vector[start + ((bits >>> 1) % size)]! += (bits & 1) === 1 ? weight : -weight;
  }
}

/** Finalisation step of MurmurHash3: derives independent hashes from one hash, without reading the term again. */
export function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Normalises the vector to unit length, in place. Returns false and leaves the vector unchanged if it is all zero. */
export function normalise(vector: Float32Array): boolean {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) return false;
  const scale = 1 / Math.sqrt(sum);
  for (let index = 0; index < vector.length; index++) vector[index]! *= scale;
  return true;
}

/**
 * Returns the damped term frequency: the tenth occurrence of a word adds less than the first. Fractions below one
 * occurrence are not damped.
 */
export function dampedFrequency(count: number): number {
  return count < 1 ? count : 1 + Math.log(count);
}
