/** Data of each row, as bytes of the same size for all rows. */
export interface Column {
  readonly bytesPerRow: number;
  /** Returns the bytes of some rows, as a view that is valid until the next operation. */
  readonly bytes: (start: number, end: number) => Uint8Array;
}

/** Maximum bytes of a read or write. Other calls run in between. */
export const PART_BYTES = 4 * 1_048_576;

/** Creates a column over numbers in memory, with `perRow` of them for each row. */
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

/** Creates a column whose values are computed row by row. */
export const computedColumn = (
  Numbers: typeof Float64Array | typeof Uint32Array,
  valueOf: (row: number) => number,
): Column => ({
  bytesPerRow: Numbers.BYTES_PER_ELEMENT,
  bytes: (start, end) => {
    const values = new Numbers(end - start);
    for (let row = start; row < end; row += 1) values[row - start] = valueOf(row);
    return new Uint8Array(values.buffer);
  },
});

/** Yields the bytes of some rows, column by column. */
export function* rowParts(start: number, end: number, columns: readonly Column[]): Iterable<Uint8Array> {
  for (const { bytesPerRow, bytes } of columns) {
    const step = Math.max(1, Math.floor(PART_BYTES / bytesPerRow));
    for (let at = start; at < end; at += step) yield bytes(at, Math.min(at + step, end));
  }
}
