import { columnsPath } from "../storage/collection-paths.ts";
import { bytesOf, readWholeFile, writeWholeFile } from "../storage/whole-file.ts";
import { Column, type ColumnShape } from "./column.ts";

/** Changes with whatever is kept. A file of another format is not read. */
const FORMAT = 2;
/** Other calls are served between parts of so many bytes. */
const PART_BYTES = 4 * 1_048_576;

interface ColumnsHeader {
  readonly format: number;
  /** Of the stored index whose rows they are of. */
  readonly index: number;
  readonly shapes: readonly ColumnShape[];
}

/** Stores columns beside a collection's file: of the rows of its stored index, for these have their numbers for good. */
export const storeColumns = async (
  path: string,
  { id, rows }: { readonly id: number; readonly rows: number },
  columns: readonly Column[],
  isWanted: () => boolean,
): Promise<void> => {
  const rowsOf = (column: Column): number => Math.min(rows, column.rows);
  const shapes = columns.map((column) => column.shape(rowsOf(column)));
  const header = Buffer.from(JSON.stringify({ format: FORMAT, index: id, shapes } satisfies ColumnsHeader));
  // What they have now: rows that come meanwhile go behind it.
  const parts = columns.flatMap((column) => column.parts(rowsOf(column)));
  await writeWholeFile(columnsPath(path), piecesOf([Uint32Array.of(header.length), header, ...parts]), isWanted);
};

function* piecesOf(parts: readonly ArrayBufferView<ArrayBuffer>[]): Iterable<Uint8Array> {
  for (const part of parts) {
    const bytes = bytesOf(part);
    for (let start = 0; start < bytes.length; start += PART_BYTES) yield bytes.subarray(start, start + PART_BYTES);
  }
}

/** Those that were stored for that index; none where there are none that can be used. */
export const readStoredColumns = (path: string, index: number): readonly Column[] =>
  readWholeFile(columnsPath(path), (fill) => {
    const length = new Uint32Array(1);
    if (!fill(bytesOf(length))) return undefined;
    const bytes = Buffer.alloc(length[0]!);
    if (!fill(bytes)) return undefined;
    const header = JSON.parse(bytes.toString()) as ColumnsHeader;
    if (header.format !== FORMAT || header.index !== index) return undefined;
    const columns = header.shapes.map((shape) => Column.shaped(shape));
    for (const column of columns) {
      for (const part of column.parts(column.rows)) if (!fill(bytesOf(part))) return undefined;
      column.atoms.restored();
    }
    return columns;
  }) ?? [];
