import { exactProduct, floatsOf } from "./exact-product.ts";
import type { Mirror } from "./mirror.ts";
import { clampCosine } from "./ranked-hits.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { vectorOf } from "../storage/record-sums.ts";
import type { Sliced } from "./sliced.ts";
import { VectorMatrix } from "./vector-matrix.ts";

const VECTOR_OF = "SELECT vector FROM record WHERE id = ?";

/** Returns the cosine of each id, in order; NaN for ids that don't exist. */
export function* readCosines(
  collection: ReadableCollection,
  mirror: Mirror | undefined,
  vector: Float32Array,
  ids: readonly string[],
): Sliced<Float64Array<ArrayBuffer>> {
  const productOf = productsBy(collection, mirror, vector);
  const cosines = new Float64Array(ids.length);
  let read = 0;
  yield* collection.repeatInSnapshots(() => {
    if (read === ids.length) return true;
    cosines[read] = clampCosine(productOf(ids[read]!) ?? Number.NaN);
    read += 1;
    return false;
  });
  return cosines;
}

const productsBy = (
  collection: ReadableCollection,
  mirror: Mirror | undefined,
  vector: Float32Array,
): ((id: string) => number | undefined) => {
  const vectors = mirror?.vectors;
  if (mirror !== undefined && vectors instanceof VectorMatrix) {
    return (id) => {
      const row = mirror.rowOfId(id);
      return row === undefined ? undefined : vectors.exactDot(row, vector);
    };
  }
  return (id) => {
    const found = id.isWellFormed() ? collection.first<[Uint8Array]>(VECTOR_OF, id) : undefined;
    return found && exactProduct(vector, floatsOf(vectorOf(found[0], collection.dimension)));
  };
};
