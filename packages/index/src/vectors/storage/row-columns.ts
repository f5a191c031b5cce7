/** Something kept of each row, as bytes of the same size for all. */
export interface Column {
  readonly bytesPerRow: number;
  /** The bytes of some rows; a view that holds until something else is done. */
  readonly bytes: (start: number, end: number) => Uint8Array;
}

/** Read and written in parts of so many bytes: other calls are served between them. */
export const PART_BYTES = 4 * 1_048_576;

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

/** A column that is computed, row by row. */
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

/** All bytes of some rows, column by column. */
export function* rowParts(start: number, end: number, columns: readonly Column[]): Iterable<Uint8Array> {
  for (const { bytesPerRow, bytes } of columns) {
    const step = Math.max(1, Math.floor(PART_BYTES / bytesPerRow));
    for (let at = start; at < end; at += step) yield bytes(at, Math.min(at + step, end));
  }
}
