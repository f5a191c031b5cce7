import { closeSync, openSync, readSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { indexPath, unfinishedIndexPath } from "./collection-paths.ts";

/** Changes with whatever is kept, also with how many neighbours a row has. A file of another format is not read. */
const FORMAT = 1;
/** Read and written in parts of so many bytes: other calls are served between those that are written. */
const PART_BYTES = 4 * 1_048_576;
/** Some columns are computed, row by row. */
const ROWS_PER_PART = 16_384;
const CHECK_BYTES = 4;

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
}

/**
 * Writes the index of a collection beside its file and gives it its name when it is whole and still wanted. It is no part
 * of what was promised to be durable: without it, it is made again.
 */
export const writeIndexFile = async (
  path: string,
  header: IndexHeader,
  columns: readonly Column[],
  isWanted: () => boolean,
): Promise<void> => {
  const unfinished = unfinishedIndexPath(path);
  const file = await open(unfinished, "w");
  let isWhole = false;
  try {
    let check = 0;
    for (const part of partsOf(header, columns)) {
      if (!isWanted()) return;
      // A copy: memory that grows meanwhile takes its views away.
      const copy = Uint8Array.from(part);
      check = crc32(copy, check);
      await file.write(copy);
    }
    await file.write(Uint32Array.of(check));
    await file.sync();
    isWhole = true;
  } finally {
    await file.close();
    // In one go: a collection that is dropped is closed in this thread first.
    if (isWhole && isWanted()) renameSync(unfinished, indexPath(path));
    else rmSync(unfinished, { force: true });
  }
};

function* partsOf(header: IndexHeader, columns: readonly Column[]): Iterable<Uint8Array> {
  yield bytesOf(Float64Array.of(FORMAT, header.dimension, header.rows, header.longest));
  for (const { bytesPerRow, bytes } of columns) {
    const step = Math.min(ROWS_PER_PART, Math.ceil(PART_BYTES / bytesPerRow));
    for (let start = 0; start < header.rows; start += step) yield bytes(start, Math.min(start + step, header.rows));
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
): boolean => {
  let file: number;
  try {
    file = openSync(indexPath(path), "r");
  } catch {
    return false;
  }
  try {
    const first = new Float64Array(4);
    if (!isFilled(file, bytesOf(first))) return false;
    const [format, ownDimension, rows, longest] = first as unknown as [number, number, number, number];
    if (format !== FORMAT || ownDimension !== dimension) return false;
    const header = { dimension, rows, longest };
    const columns = columnsFor(header);
    let check = 0;
    for (const [index, part] of [...partsOf(header, columns)].entries()) {
      if (index > 0 && !isFilled(file, part)) return false;
      check = crc32(part, check);
    }
    const stored = new Uint32Array(CHECK_BYTES / Uint32Array.BYTES_PER_ELEMENT);
    return isFilled(file, bytesOf(stored)) && stored[0] === check;
  } catch {
    // What is not whole may ask for any amount of memory.
    return false;
  } finally {
    closeSync(file);
  }
};

export const removeIndexFile = (path: string): void => rmSync(indexPath(path), { force: true });

const isFilled = (file: number, bytes: Uint8Array): boolean => {
  let filled = 0;
  while (filled < bytes.length) {
    const read = readSync(file, bytes, filled, bytes.length - filled, null);
    if (read === 0) return false;
    filled += read;
  }
  return true;
};

const bytesOf = (numbers: Float64Array | Uint32Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

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
