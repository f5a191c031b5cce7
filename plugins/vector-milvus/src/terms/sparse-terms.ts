import { hash } from "node:crypto";
import type { LengthWeight, TermRecord, TermSearchRequest } from "@quarry/plugin";
import { deletionsOf } from "@quarry/text";

/** Sparse vector, by dimension. JavaScript iterates such integer keys in ascending order. */
export type SparseVector = Record<number, number>;

/** The server accepts dimensions below 2^32 − 1. The last one is reserved, because a vector must not be empty. */
const DIMENSIONS = 0xff_ff_ff_fe;
export const NOTHING: SparseVector = { [DIMENSIONS]: 1 };

/** Largest ratio between the lengths of records in one class. */
const CLASS_WIDTH = 1.2;
/** Longer records share a class: no passage has more terms. */
const LONGEST = 1_000_000;

/** Saturation constant of the frequency in the index: f / (f + 2). */
const SATURATION = 2;

/** Shortest length of each class, by its number. */
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

/**
 * Distance between the dimensions of consecutive classes. It is large, so that two terms that collide in one class
 * don't in most others.
 */
const CLASS_STEP = 0x9e_37_79_b1;

/** Returns the dimension of a term in a class. Two terms may share a dimension, which yields unnecessary candidates. */
const dimensionOf = (term: number, lengthClass: number): number => (term + lengthClass * CLASS_STEP) % DIMENSIONS;

/**
 * Returns the sparse vector of a record's terms. A term's score depends on the record's length relative to the average
 * of all, which is only known at query time. So a dimension represents a term in records of about one length, and its
 * value is the saturated frequency. The query contains the other factors.
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

/** Returns the sparse vector of a query. Its inner product with a record is an upper bound of the record's score. */
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

/** Returns the largest ratio between `f / (f + saturation)` and the stored number for `f`, over all `f` from 1 on. */
const mostShare = (saturation: number): number => (saturation < SATURATION ? (1 + SATURATION) / (1 + saturation) : 1);

/**
 * Returns the sparse vector of a word's variants with one or two characters deleted: two words within this edit
 * distance share some.
 */
export const wordVector = (word: string, edits: number): SparseVector =>
  Object.fromEntries(Array.from(deletionsOf(word, edits), (each) => [numberOf(`w${each}`), 1]));
