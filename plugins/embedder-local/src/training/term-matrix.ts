import { analyze, idf, murmur3 } from "@quarry/text";
import { dampedFrequency, normalise } from "../hashed-vector.ts";
import { MAXIMUM_TERMS, MINIMUM_TEXTS_PER_TERM } from "./training-limits.ts";

/** Texts by terms, tf-idf, each text normalised to unit length; a compressed sparse row (CSR) matrix. */
export interface TermMatrix {
  /** `murmur3` of each term, in column order: ascending. */
  readonly hashes: Uint32Array;
  /** Index of each text's first entry, and one more element at the end. */
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly weights: Float32Array;
}

/**
 * Builds the matrix. Terms are identified by their hashes: among twenty thousand, two collide in one of twenty
 * collections, which does no harm.
 */
export function termMatrix(texts: readonly string[]): TermMatrix {
  const counted = texts.map(countTerms);
  const frequencies = new Map<number, number>();
  for (const { hashes } of counted) for (const hash of hashes) frequencies.set(hash, (frequencies.get(hash) ?? 0) + 1);
  const hashes = chooseTerms(frequencies);
  const columnOf = new Map(Array.from(hashes, (hash, column) => [hash, column]));
  const rarity = Float64Array.from(hashes, (hash) => idf(texts.length, frequencies.get(hash)!));
  return { hashes, ...fillRows(counted, columnOf, rarity) };
}

/** Distinct terms of a text with their frequencies. Compact, because all texts are in memory at once. */
interface CountedTerms {
  readonly hashes: Uint32Array;
  readonly counts: Uint32Array;
}

function countTerms(text: string): CountedTerms {
  const counts = new Map<number, number>();
  for (const term of analyze(text)) {
    const hash = murmur3(term);
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return { hashes: Uint32Array.from(counts.keys()), counts: Uint32Array.from(counts.values()) };
}

/**
 * Returns the most frequent terms. Ties are resolved by the lower hash, so that the order of the texts has no
 * influence.
 */
function chooseTerms(frequencies: ReadonlyMap<number, number>): Uint32Array {
  const shared = [...frequencies].filter(([, frequency]) => frequency >= MINIMUM_TEXTS_PER_TERM);
  shared.sort(([left, leftFrequency], [right, rightFrequency]) => rightFrequency - leftFrequency || left - right);
  return Uint32Array.from(shared.slice(0, MAXIMUM_TERMS), ([hash]) => hash).sort();
}

function fillRows(
  counted: readonly CountedTerms[],
  columnOf: ReadonlyMap<number, number>,
  rarity: Float64Array,
): Omit<TermMatrix, "hashes"> {
  const most = counted.reduce((sum, { hashes }) => sum + hashes.length, 0);
  const starts = new Uint32Array(counted.length + 1);
  const columns = new Uint32Array(most);
  const weights = new Float32Array(most);
  let end = 0;
  for (const [row, { hashes, counts }] of counted.entries()) {
    const start = end;
    for (const [index, hash] of hashes.entries()) {
      const column = columnOf.get(hash);
      if (column === undefined) continue;
      columns[end] = column;
      weights[end] = dampedFrequency(counts[index]!) * rarity[column]!;
      end += 1;
    }
    normalise(weights.subarray(start, end));
    starts[row + 1] = end;
  }
  return { starts, columns, weights };
}

/** Multiplies the matrix by a dense one of `width` columns, row by row. */
export function times(matrix: TermMatrix, dense: Float64Array, width: number): Float64Array {
  const { starts, columns, weights } = matrix;
  const rows = starts.length - 1;
  const product = new Float64Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const to = row * width;
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
      const from = columns[entry]! * width;
      const weight = weights[entry]!;
      for (let column = 0; column < width; column++) product[to + column]! += weight * dense[from + column]!;
    }
  }
  return product;
}

/** Multiplies the transposed matrix by a dense one of `width` columns. */
export function transposedTimes(matrix: TermMatrix, dense: Float64Array, width: number): Float64Array {
  const { hashes, starts, columns, weights } = matrix;
  const product = new Float64Array(hashes.length * width);
  for (let row = 0; row < starts.length - 1; row++) {
    const from = row * width;
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
      const to = columns[entry]! * width;
      const weight = weights[entry]!;
      for (let column = 0; column < width; column++) product[to + column]! += weight * dense[from + column]!;
    }
  }
  return product;
}
