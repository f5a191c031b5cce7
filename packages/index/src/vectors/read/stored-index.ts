import { type ReadIndex, readIndexFile } from "../storage/index-file.ts";
import { type Column, columnOf } from "../storage/row-columns.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import type { Sliced } from "./sliced.ts";

/** Stored rows of a collection. */
export interface StoredIndex extends ReadIndex {
  readonly codes: CodeMatrix;
  /** `rid`s, negative for removed rows. */
  readonly rids: Float64Array<ArrayBuffer>;
  /** Checksums of ids and metadata. */
  readonly checksums: Uint32Array<ArrayBuffer>;
}

/** Reads the stored index. Returns undefined if there is no usable one. */
export function* readStoredIndex({ path, dimension }: ReadableCollection): Sliced<StoredIndex | undefined> {
  let codes = new CodeMatrix(dimension);
  let rids = new Float64Array(0);
  let checksums = new Uint32Array(0);
  const read = yield* readIndexFile(path, dimension, (maxRows) => {
    codes = new CodeMatrix(dimension);
    codes.restore(maxRows, 0);
    [rids, checksums] = [new Float64Array(maxRows), new Uint32Array(maxRows)];
    return indexColumns(
      columnOf(() => rids),
      columnOf(() => checksums),
      codes,
    );
  });
  if (read === undefined) return undefined;
  codes.restore(read.end.rows, read.maxNorm);
  return { ...read, codes, rids, checksums };
}

/** Returns columns that create their views on each access: growing memory invalidates older views. */
export const indexColumns = (rids: Column, checksums: Column, codes: CodeMatrix): readonly Column[] => [
  rids,
  checksums,
  columnOf(() => codes.stored.scales),
  columnOf(() => codes.stored.errors),
  columnOf(() => codes.stored.codes, codes.codesPerRow),
];
