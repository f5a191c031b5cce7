import { exactProduct } from "./exact-product.ts";
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
  if (mirror?.vectors instanceof VectorMatrix) return fromMirror(mirror, mirror.vectors, vector, ids);
  return collection.snapshot(() => fromFile(collection, vector, ids));
};

const fromMirror = (
  mirror: Mirror,
  vectors: VectorMatrix,
  vector: Float32Array,
  ids: readonly string[],
): Float64Array<ArrayBuffer> => {
  vectors.setQuery(vector);
  return Float64Array.from(ids, (id) => {
    const row = mirror.rowOfId(id);
    return row === undefined ? Number.NaN : clampCosine(vectors.exactDot(row));
  });
};

const fromFile = (
  collection: ReadableCollection,
  vector: Float32Array,
  ids: readonly string[],
): Float64Array<ArrayBuffer> => {
  return Float64Array.from(ids, (id) => {
    const found = id.isWellFormed() ? collection.first<[Uint8Array]>(VECTOR_OF, id) : undefined;
    return found === undefined
      ? Number.NaN
      : clampCosine(exactProduct(vector, vectorOf(found[0], collection.dimension)));
  });
};
