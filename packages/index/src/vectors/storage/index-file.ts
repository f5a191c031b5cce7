import { closeSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { isSliceOver, type Sliced } from "../read/sliced.ts";
import { indexPath } from "./collection-paths.ts";
import { type Column, PART_BYTES, rowParts } from "./row-columns.ts";
import { bytesOf, fillFrom } from "./whole-file.ts";

// The index of a collection is a header followed by spans of rows, appended as rows arrive. A crash loses at most the
// last span. Each span ends with a checksum of everything before it, so a span that is incomplete, or left from another
// index, is ignored. Rows removed after they were stored are listed by a later span.

/** Version of the file format. Increase it when the stored data changes: files of another format are ignored. */
const FORMAT = 3;
/** Numbers in the header: format, dimension and id. */
const HEADER_NUMBERS = 3;
/** Numbers at the beginning of a span: rows, removed rows, the longest vector, clock and era. */
const SPAN_HEADER_NUMBERS = 5;
type SpanHeader = [number, number, number, number, number];

/** Extent of a collection's index. */
export interface IndexEnd {
  /** Unique number of the index; 0 if there is none yet. */
  readonly id: number;
  readonly rows: number;
  /** Clock of the collection's file that the index covers, as far as it contains rows. */
  readonly clock: number;
  /** Size of the file in bytes, and the checksum of its contents. */
  readonly bytes: number;
  readonly checksum: number;
}

export const NO_INDEX: IndexEnd = { id: 0, rows: 0, clock: 0, bytes: 0, checksum: 0 };

/** A span of the index: the data of adjacent rows. */
export interface FileSpan {
  /** Columns of all rows. */
  readonly columns: readonly Column[];
  /** End of the span's rows, exclusive. */
  readonly to: number;
  /** `rid`s of rows in earlier spans that were removed since. */
  readonly removed: readonly number[];
  /** Length of the longest vector so far. */
  readonly maxNorm: number;
  readonly clock: number;
  readonly era: number;
}

/** Returns the number of rows of a span that can be read and written in a few milliseconds. */
export const rowsPerSpan = (columns: readonly Column[]): number =>
  Math.ceil(PART_BYTES / columns.reduce((sum, { bytesPerRow }) => sum + bytesPerRow, 0));

/**
 * Appends a span to the index of a collection. Creates the index with the given id if there is none. Does not sync:
 * data lost in a power failure is rebuilt.
 */
export const appendToIndex = (
  path: string,
  dimension: number,
  end: IndexEnd,
  { columns, to, removed, maxNorm, clock, era }: FileSpan,
): IndexEnd => {
  const isNew = end.rows === 0;
  const file = openSync(indexPath(path), isNew ? "w" : "r+");
  try {
    ftruncateSync(file, end.bytes);
    let { bytes, checksum } = end;
    const put = (part: Uint8Array): void => {
      for (let at = 0; at < part.length;) at += writeSync(file, part, at, part.length - at, bytes + at);
      bytes += part.length;
    };
    const write = (part: Uint8Array): void => {
      put(part);
      checksum = crc32(part, checksum);
    };
    if (isNew) write(bytesOf(Float64Array.of(FORMAT, dimension, end.id)));
    write(bytesOf(Float64Array.of(to - end.rows, removed.length, maxNorm, clock, era)));
    for (const part of rowParts(end.rows, to, columns)) write(part);
    write(bytesOf(Float64Array.from(removed)));
    // Not part of later checksums: a checksum over data and its own checksum would be the same for any data.
    put(bytesOf(Uint32Array.of(checksum)));
    return { id: end.id, rows: to, clock, bytes, checksum };
  } finally {
    closeSync(file);
  }
};

/** Contents of an index except its rows. */
export interface ReadIndex {
  readonly end: IndexEnd;
  readonly era: number;
  readonly maxNorm: number;
  readonly removed: readonly number[];
}

/**
 * Reads the intact spans of an index into the columns that `makeColumns` creates for up to that many rows. Yields
 * between spans. Returns undefined if there is no index of this format and dimension.
 */
export function* readIndexFile(
  path: string,
  dimension: number,
  makeColumns: (maxRows: number) => readonly Column[],
): Sliced<ReadIndex | undefined> {
  const file = indexPath(path);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let [bytes, checksum] = [0, 0];
  /** Opens the file for each read: the collection can be dropped while this yields. */
  const readBytes = (part: Uint8Array): boolean => {
    if (bytes + part.length > size || !fillFrom(file, part, bytes)) return false;
    bytes += part.length;
    return true;
  };
  const fill = (part: Uint8Array): boolean => {
    if (!readBytes(part)) return false;
    checksum = crc32(part, checksum);
    return true;
  };
  const header = new Float64Array(HEADER_NUMBERS);
  if (!fill(bytesOf(header))) return undefined;
  const [format, storedDimension, id] = [...header] as [number, number, number];
  if (format !== FORMAT || storedDimension !== dimension) return undefined;
  let columns = makeColumns(0);
  const bytesPerRow = columns.reduce((sum, column) => sum + column.bytesPerRow, 0);
  const maxRows = Math.floor((size - bytes) / bytesPerRow);
  columns = makeColumns(maxRows);
  const removed: number[] = [];
  let found: ReadIndex | undefined;
  for (let row = 0; ;) {
    const span = new Float64Array(SPAN_HEADER_NUMBERS);
    if (!fill(bytesOf(span))) return found;
    const [rows, removals, maxNorm, clock, era] = [...span] as SpanHeader;
    if (!(row + rows <= maxRows && removals * Float64Array.BYTES_PER_ELEMENT <= size)) return found;
    for (const part of rowParts(row, row + rows, columns)) if (!fill(part)) return found;
    const removedRids = new Float64Array(removals);
    if (!fill(bytesOf(removedRids))) return found;
    const stored = new Uint32Array(1);
    if (!readBytes(bytesOf(stored)) || stored[0] !== checksum) return found;
    row += rows;
    for (const rid of removedRids) removed.push(rid);
    found = { end: { id, rows: row, clock, bytes, checksum }, era, maxNorm, removed };
    if (isSliceOver()) yield;
  }
}

export const removeIndexFile = (path: string): void => rmSync(indexPath(path), { force: true });
