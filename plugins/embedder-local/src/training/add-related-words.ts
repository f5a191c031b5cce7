import { murmur3 } from "@quarry/text";
import { normalise } from "../hashed-vector.ts";
import type { Fit } from "./trained-projection.ts";
import { addRow, sumOfColumns } from "./quantised-rows.ts";

/**
 * Turns a query's unit vector towards the collection's texts on the same subjects, whatever words they use. The result
 * has unit length. `weights` are the weights of the query's terms in the vector. A query without a term known to the
 * trained projection is unchanged.
 */
export function addRelatedWords(vector: Float32Array, weights: ReadonlyMap<string, number>, fit: Fit): void {
  const place = new Float32Array(fit.rank);
  for (const [term, weight] of weights) {
    const row = findHash(fit.hashes, murmur3(term));
    if (row !== undefined) addRow(fit.terms, row, weight, place);
  }
  if (!normalise(place)) return;
  const related = sumOfColumns(fit.directions, place);
  if (!normalise(related)) return;
  for (let at = 0; at < vector.length; at++) vector[at]! += fit.weight * related[at]!;
  normalise(vector);
}

function findHash(hashes: Uint32Array, hash: number): number | undefined {
  let low = 0;
  let high = hashes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (hashes[middle]! < hash) low = middle + 1;
    else high = middle;
  }
  return hashes[low] === hash ? low : undefined;
}
