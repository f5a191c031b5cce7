import { type ReadIndex, readIndexFile } from "../storage/index-file.ts";
import { type Column, columnOf } from "../storage/row-columns.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import type { Sliced } from "./sliced.ts";

/** Rows of a collection as they were stored. */
export interface StoredIndex extends ReadIndex {
  readonly codes: CodeMatrix;
  /** Negative for rows that had been removed. */
  readonly rids: Float64Array<ArrayBuffer>;
  /** Checksums of ids and metadata. */
  readonly checks: Uint32Array<ArrayBuffer>;
}

/** Undefined when there is none that can be used. */
export function* readStoredIndex({ path, dimension }: ReadableCollection): Sliced<StoredIndex | undefined> {
  let codes = new CodeMatrix(dimension);
  let rids = new Float64Array(0);
  let checks = new Uint32Array(0);
  const read = yield* readIndexFile(path, dimension, (mostRows) => {
    codes = new CodeMatrix(dimension);
    codes.restore(mostRows, 0);
    [rids, checks] = [new Float64Array(mostRows), new Uint32Array(mostRows)];
    return indexColumns(
      columnOf(() => rids),
      columnOf(() => checks),
      codes,
    );
  });
  if (read === undefined) return undefined;
  codes.restore(read.end.rows, read.longest);
  return { ...read, codes, rids, checks };
}

/** Views rebuilt whenever they are asked for: memory that grows takes older ones away. */
export const indexColumns = (rids: Column, checks: Column, codes: CodeMatrix): readonly Column[] => [
  rids,
  checks,
  columnOf(() => codes.stored.scales),
  columnOf(() => codes.stored.misses),
  columnOf(() => codes.stored.codes, codes.codesPerRow),
];
