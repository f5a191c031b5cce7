import { closeSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { isSliceOver, type Sliced } from "../read/sliced.ts";
import { indexPath } from "./collection-paths.ts";
import { type Column, PART_BYTES, rowParts } from "./row-columns.ts";
import { bytesOf, fillFrom } from "./whole-file.ts";

// The index of a collection is a header and then spans of rows, each behind the last as the rows come: what a crash
// takes is the last span. Each ends with a checksum of all that stands before it, so that a span that is not whole, or
// is left of another index, is none. Rows that were removed since they were stored are named by a later span.

/** Changes with whatever is kept. A file of another format is not read. */
const FORMAT = 3;
/** Format, dimension, id. */
const HEADER_NUMBERS = 3;
/** Rows, removed ones, the longest vector, clock, era. */
const STRETCH_NUMBERS = 5;
type StretchNumbers = [number, number, number, number, number];

/** Extent of a collection's index. */
export interface IndexEnd {
  /** A number that no other index has; 0 where there is none yet. */
  readonly id: number;
  readonly rows: number;
  /** The state of the collection's file that it is of, as far as it has rows: its clock. */
  readonly clock: number;
  /** Bytes of the file, and the checksum of these. */
  readonly bytes: number;
  readonly check: number;
}

export const NO_INDEX: IndexEnd = { id: 0, rows: 0, clock: 0, bytes: 0, check: 0 };

/** A span of the index: the data of some rows. */
export interface FileSpan {
  /** Of all rows. */
  readonly columns: readonly Column[];
  /** Number of the row behind the last one of it. */
  readonly to: number;
  /** Numbers in the collection's file of rows that earlier spans have, and that were removed since. */
  readonly removed: readonly number[];
  /** Length of the longest vector so far. */
  readonly longest: number;
  readonly clock: number;
  readonly era: number;
}

/** Rows that a span should have, so that it is read and written in a few milliseconds. */
export const rowsPerStretch = (columns: readonly Column[]): number =>
  Math.ceil(PART_BYTES / columns.reduce((sum, { bytesPerRow }) => sum + bytesPerRow, 0));

/**
 * Adds a span to the index of a collection, which is begun with the given id where it has none. Nothing is forced to the
 * disk: what a power failure takes is made again.
 */
export const appendToIndex = (
  path: string,
  dimension: number,
  end: IndexEnd,
  { columns, to, removed, longest, clock, era }: FileSpan,
): IndexEnd => {
  const isNew = end.rows === 0;
  const file = openSync(indexPath(path), isNew ? "w" : "r+");
  try {
    ftruncateSync(file, end.bytes);
    let { bytes, check } = end;
    const put = (part: Uint8Array): void => {
      for (let at = 0; at < part.length;) at += writeSync(file, part, at, part.length - at, bytes + at);
      bytes += part.length;
    };
    const write = (part: Uint8Array): void => {
      put(part);
      check = crc32(part, check);
    };
    if (isNew) write(bytesOf(Float64Array.of(FORMAT, dimension, end.id)));
    write(bytesOf(Float64Array.of(to - end.rows, removed.length, longest, clock, era)));
    for (const part of rowParts(end.rows, to, columns)) write(part);
    write(bytesOf(Float64Array.from(removed)));
    // Not a part of what the next checksums are of: over some bytes and their checksum it would be the same for any bytes.
    put(bytesOf(Uint32Array.of(check)));
    return { id: end.id, rows: to, clock, bytes, check };
  } finally {
    closeSync(file);
  }
};

/** Content of an index besides its rows. */
export interface ReadIndex {
  readonly end: IndexEnd;
  readonly era: number;
  readonly longest: number;
  readonly removed: readonly number[];
}

/**
 * Reads the rows of an index into the columns that `columnsFor` makes for that many or fewer, as far as it is whole; gives
 * way between spans. Undefined where there is nothing of this format and dimension.
 */
export function* readIndexFile(
  path: string,
  dimension: number,
  columnsFor: (mostRows: number) => readonly Column[],
): Sliced<ReadIndex | undefined> {
  const file = indexPath(path);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let [bytes, check] = [0, 0];
  /** Each time from a file opened again: while it waits for its turn, the collection may be dropped. */
  const take = (part: Uint8Array): boolean => {
    if (bytes + part.length > size || !fillFrom(file, part, bytes)) return false;
    bytes += part.length;
    return true;
  };
  const fill = (part: Uint8Array): boolean => {
    if (!take(part)) return false;
    check = crc32(part, check);
    return true;
  };
  const header = new Float64Array(HEADER_NUMBERS);
  if (!fill(bytesOf(header))) return undefined;
  const [format, ownDimension, id] = [...header] as [number, number, number];
  if (format !== FORMAT || ownDimension !== dimension) return undefined;
  let columns = columnsFor(0);
  const bytesPerRow = columns.reduce((sum, column) => sum + column.bytesPerRow, 0);
  const mostRows = Math.floor((size - bytes) / bytesPerRow);
  columns = columnsFor(mostRows);
  const removed: number[] = [];
  let found: ReadIndex | undefined;
  for (let row = 0; ;) {
    const span = new Float64Array(STRETCH_NUMBERS);
    if (!fill(bytesOf(span))) return found;
    const [rows, removals, longest, clock, era] = [...span] as StretchNumbers;
    if (!(row + rows <= mostRows && removals * Float64Array.BYTES_PER_ELEMENT <= size)) return found;
    for (const part of rowParts(row, row + rows, columns)) if (!fill(part)) return found;
    const gone = new Float64Array(removals);
    if (!fill(bytesOf(gone))) return found;
    const stored = new Uint32Array(1);
    if (!take(bytesOf(stored)) || stored[0] !== check) return found;
    row += rows;
    for (const rid of gone) removed.push(rid);
    found = { end: { id, rows: row, clock, bytes, check }, era, longest, removed };
    if (isSliceOver()) yield;
  }
}

export const removeIndexFile = (path: string): void => rmSync(indexPath(path), { force: true });
