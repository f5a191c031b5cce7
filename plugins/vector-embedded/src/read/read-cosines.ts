import type { Mirror } from "./mirror.ts";
import { clampCosine } from "./ranked-hits.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { VectorMatrix } from "./vector-matrix.ts";

const VECTOR_OF = "SELECT vector FROM record WHERE id = ?";

/** The cosine of each id, in their order; NaN for those that there are not. */
export const readCosines = (
  collection: ReadableCollection,
  mirror: Mirror | undefined,
  vector: Float32Array,
  ids: readonly string[],
): Float64Array<ArrayBuffer> => {
  if (mirror !== undefined) return fromMirror(mirror, vector, ids);
  return collection.snapshot(() => fromFile(collection, vector, ids));
};

const fromMirror = (mirror: Mirror, vector: Float32Array, ids: readonly string[]): Float64Array<ArrayBuffer> => {
  mirror.vectors.setQuery(vector);
  return Float64Array.from(ids, (id) => {
    const row = mirror.rowOfId(id);
    return row === undefined ? Number.NaN : clampCosine(mirror.vectors.exactDot(row));
  });
};

const fromFile = (
  collection: ReadableCollection,
  vector: Float32Array,
  ids: readonly string[],
): Float64Array<ArrayBuffer> => {
  // One row of scratch space for the kernel.
  const scratch = new VectorMatrix(collection.dimension);
  scratch.append(new Uint8Array(0));
  scratch.setQuery(vector);
  return Float64Array.from(ids, (id) => {
    const found = id.isWellFormed() ? collection.first<[Uint8Array]>(VECTOR_OF, id) : undefined;
    if (found === undefined) return Number.NaN;
    scratch.replace(0, found[0]);
    return clampCosine(scratch.exactDot(0));
  });
};
