import { exactProduct, floatsOf } from "./exact-product.ts";
import type { Mirror } from "./mirror.ts";
import { clampCosine } from "./ranked-hits.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { vectorOf } from "../storage/record-sums.ts";
import { VectorMatrix } from "./vector-matrix.ts";

const VECTOR_OF = "SELECT vector FROM record WHERE id = ?";

/** Returns the cosine of each id, in order; NaN for ids that don't exist. */
export const readCosines = (
  collection: ReadableCollection,
  mirror: Mirror | undefined,
  vector: Float32Array,
  ids: readonly string[],
): Float64Array<ArrayBuffer> => {
  const cosines = (productOf: (id: string) => number | undefined): Float64Array<ArrayBuffer> =>
    Float64Array.from(ids, (id) => clampCosine(productOf(id) ?? Number.NaN));
  const vectors = mirror?.vectors;
  if (mirror !== undefined && vectors instanceof VectorMatrix) {
    return cosines((id) => {
      const row = mirror.rowOfId(id);
      return row === undefined ? undefined : vectors.exactDot(row, vector);
    });
  }
  const fromFile = (id: string): number | undefined => {
    const found = id.isWellFormed() ? collection.first<[Uint8Array]>(VECTOR_OF, id) : undefined;
    return found && exactProduct(vector, floatsOf(vectorOf(found[0], collection.dimension)));
  };
  return collection.snapshot(() => cosines(fromFile));
};
