import { hash } from "node:crypto";
import type { LengthWeight, TermRecord, TermSearchRequest } from "@quarry/plugin";
import { deletionsOf } from "@quarry/text";

/** A sparse vector, by dimension. The keys come in order: JavaScript keeps such numbers so. */
export type SparseVector = Record<number, number>;

/** The server takes dimensions below 2^32 − 1. The last is nobody's: a vector must hold something. */
const DIMENSIONS = 0xff_ff_ff_fe;
export const NOTHING: SparseVector = { [DIMENSIONS]: 1 };

/** Largest ratio between the lengths of records in one class. */
const CLASS_WIDTH = 1.2;
/** Longer ones share a class: no passage has more terms. */
const LONGEST = 1_000_000;

/** Saturation constant of the frequency in the index: f / (f + 2). */
const SATURATION = 2;

/** A class's shortest length, by its number. */
const SHORTEST: readonly number[] = (() => {
  const lengths: number[] = [];
  for (let length = 1; length <= LONGEST; length = Math.max(length + 1, Math.ceil(length * CLASS_WIDTH))) {
    lengths.push(length);
  }
  return lengths;
})();

const classOf = (length: number): number => {
  const above = SHORTEST.findIndex((shortest) => shortest > length);
  return (above < 0 ? SHORTEST.length : above) - 1;
};

const numberOf = (text: string): number => Number.parseInt(hash("sha256", text, "hex").slice(0, 8), 16) % DIMENSIONS;

/** Far apart from class to class, so that two terms that meet in one of them are strangers in most others. */
const CLASS_STEP = 0x9e_37_79_b1;

/** Two terms may share a dimension; then something is proposed that need not be. */
const dimensionOf = (term: number, lengthClass: number): number => (term + lengthClass * CLASS_STEP) % DIMENSIONS;

/**
 * Sparse vector of a record's terms. A term's score depends on the record's length relative to the average of all,
 * which is only known at query time. So a dimension is a term in records of about one length, and its value the
 * saturated frequency: the rest is in the query.
 */
export const termVector = ({ terms, length }: Pick<TermRecord, "terms" | "length">): SparseVector => {
  const lengthClass = classOf(length);
  const vector: SparseVector = {};
  for (const [term, frequency] of terms) {
    const dimension = dimensionOf(numberOf(`t${term}`), lengthClass);
    vector[dimension] = (vector[dimension] ?? 0) + frequency / (frequency + SATURATION);
  }
  return terms.size === 0 ? NOTHING : vector;
};

/** No record's inner product with it is below the record's score. */
export const queryVector = (request: Pick<TermSearchRequest, "terms"> & LengthWeight): SparseVector => {
  const shares = SHORTEST.map((length) => mostShare(request.base + request.slope * length));
  const vector: SparseVector = {};
  for (const { term, weight } of request.terms) {
    const number = numberOf(`t${term}`);
    for (const [lengthClass, share] of shares.entries()) {
      const dimension = dimensionOf(number, lengthClass);
      vector[dimension] = (vector[dimension] ?? 0) + weight * share;
    }
  }
  return vector;
};

/** The most by which `f / (f + saturation)` is above the number that is kept for `f`, for any `f` from 1 on. */
const mostShare = (saturation: number): number => (saturation < SATURATION ? (1 + SATURATION) / (1 + saturation) : 1);

/**
 * Sparse vector of a word's remainders without one or two of its characters: two words that are so many edits apart
 * share some.
 */
export const wordVector = (word: string, edits: number): SparseVector =>
  Object.fromEntries(Array.from(deletionsOf(word, edits), (each) => [numberOf(`w${each}`), 1]));
