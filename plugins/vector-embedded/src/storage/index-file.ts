import { rmSync } from "node:fs";
import { indexPath } from "./collection-paths.ts";
import { bytesOf, readWholeFile, writeWholeFile } from "./whole-file.ts";

/** Changes with whatever is kept, also with how many neighbours a row has. A file of another format is not read. */
const FORMAT = 2;
/** Read and written in parts of so many bytes: other calls are served between those that are written. */
const PART_BYTES = 4 * 1_048_576;
/** Some columns are computed, row by row. */
const ROWS_PER_PART = 16_384;
/** Its format, and the header. */
type HeaderNumbers = [number, number, number, number, number, number, number];
const HEADER_NUMBERS = 7;

/** Something kept of each row, as bytes of the same size for all. */
export interface Column {
  readonly bytesPerRow: number;
  /** The bytes of some rows; a view that holds until something else is done. */
  readonly bytes: (start: number, end: number) => Uint8Array;
}

/** What the file begins with, in numbers that say to which rows the columns belong. */
export interface IndexHeader {
  readonly dimension: number;
  readonly rows: number;
  /** Length of the longest vector. */
  readonly longest: number;
  /** The state of the collection's file that it was made of: its clock, and the era of that. */
  readonly clock: number;
  readonly era: number;
  /** A number that no other index has. */
  readonly id: number;
}

/** Writes the index of a collection beside its file: without it, it is made again. */
export const writeIndexFile = (
  path: string,
  header: IndexHeader,
  columns: readonly Column[],
  isWanted: () => boolean,
): Promise<void> => writeWholeFile(indexPath(path), partsOf(header, columns), isWanted);

function* partsOf(header: IndexHeader, columns: readonly Column[]): Iterable<Uint8Array> {
  const { dimension, rows, longest, clock, era, id } = header;
  yield bytesOf(Float64Array.of(FORMAT, dimension, rows, longest, clock, era, id));
  yield* rowParts(rows, columns);
}

function* rowParts(rows: number, columns: readonly Column[]): Iterable<Uint8Array> {
  for (const { bytesPerRow, bytes } of columns) {
    const step = Math.min(ROWS_PER_PART, Math.ceil(PART_BYTES / bytesPerRow));
    for (let start = 0; start < rows; start += step) yield bytes(start, Math.min(start + step, rows));
  }
}

/**
 * Reads it into the columns that `columnsFor` makes for its header. False when there is none, or it is not whole, or not
 * of this format and dimension.
 */
export const readIndexFile = (
  path: string,
  dimension: number,
  columnsFor: (header: IndexHeader) => readonly Column[],
): boolean =>
  readWholeFile(indexPath(path), (fill) => {
    const first = new Float64Array(HEADER_NUMBERS);
    if (!fill(bytesOf(first))) return undefined;
    const [format, ownDimension, rows, longest, clock, era, id] = [...first] as HeaderNumbers;
    if (format !== FORMAT || ownDimension !== dimension) return undefined;
    const columns = columnsFor({ dimension, rows, longest, clock, era, id });
    for (const part of rowParts(rows, columns)) if (!fill(part)) return undefined;
    return true;
  }) === true;

export const removeIndexFile = (path: string): void => rmSync(indexPath(path), { force: true });

/** A column over numbers in memory, `perRow` of them for each row. */
export const columnOf = (
  numbers: () => Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array,
  perRow = 1,
): Column => ({
  bytesPerRow: numbers().BYTES_PER_ELEMENT * perRow,
  bytes: (start, end) => {
    const part = numbers().subarray(start * perRow, end * perRow);
    return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  },
});
