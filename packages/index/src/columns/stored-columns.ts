import { rmSync } from "node:fs";
import { isSliceOver, type Sliced } from "../vectors/read/sliced.ts";
import { columnsPath } from "../vectors/storage/collection-paths.ts";
import { PART_BYTES } from "../vectors/storage/row-columns.ts";
import { bytesOf, readWholeFile, writeWholeFile } from "../vectors/storage/whole-file.ts";
import type { Column, ColumnShape } from "./column.ts";
import { makeColumn } from "./column-kinds.ts";

/** Version of the file format. Increase it when the stored data changes: files of another format are ignored. */
const FORMAT = 5;

/** Stored index that the rows belong to. */
interface ColumnsIndex {
  readonly id: number;
  readonly rows: number;
}

interface ColumnsHeader {
  readonly format: number;
  /** Id of the stored index that the rows belong to. */
  readonly index: number;
  readonly shapes: readonly ColumnShape[];
}

/** Stores columns next to a collection's file, only for rows of its stored index, as their numbers are permanent. */
export const storeColumns = async (
  path: string,
  { id, rows }: ColumnsIndex,
  columns: readonly Column[],
  isWanted: () => boolean,
): Promise<void> => {
  const rowsOf = (column: Column): number => Math.min(rows, column.rows);
  const shapes = columns.map((column) => column.shape(rowsOf(column)));
  const header = Buffer.from(JSON.stringify({ format: FORMAT, index: id, shapes } satisfies ColumnsHeader));
  // A snapshot: rows that arrive meanwhile are appended after it.
  const parts = columns.flatMap((column) => column.parts(rowsOf(column)));
  await writeWholeFile(columnsPath(path), segmentsOf([Uint32Array.of(header.length), header, ...parts]), isWanted);
};

function* segmentsOf(parts: readonly ArrayBufferView<ArrayBuffer>[]): Iterable<Uint8Array> {
  for (const part of parts) {
    const bytes = bytesOf(part);
    for (let start = 0; start < bytes.length; start += PART_BYTES) yield bytes.subarray(start, start + PART_BYTES);
  }
}

/**
 * Reads the columns that were stored for this index; an empty array if there are no usable ones. Removes unusable ones:
 * the index keeps growing, and a later read must not mistake them for current.
 */
export function* readStoredColumns(path: string, index: ColumnsIndex): Sliced<readonly Column[]> {
  const found = yield* readWholeFile(columnsPath(path), function* (fill) {
    const length = new Uint32Array(1);
    if (!fill(bytesOf(length))) return undefined;
    const bytes = Buffer.alloc(length[0]!);
    if (!fill(bytes)) return undefined;
    const header = JSON.parse(bytes.toString()) as ColumnsHeader;
    if (header.format !== FORMAT || header.index !== index.id) return undefined;
    if (header.shapes.some(({ rows }) => rows > index.rows)) return undefined;
    const columns = header.shapes.map((shape) => makeColumn(shape.key).restore(shape));
    for (const column of columns) {
      for (const part of column.parts(column.rows)) {
        if (!fill(bytesOf(part))) return undefined;
        if (isSliceOver()) yield;
      }
      column.atoms.finishRestore();
    }
    return columns;
  });
  if (found === undefined) rmSync(columnsPath(path), { force: true });
  return found ?? [];
}
