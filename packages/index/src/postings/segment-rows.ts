import { lowerBound } from "../lower-bound.ts";

/** Passages of a segment by ordinal, as parallel columns: about 20 bytes per passage. */
export interface SegmentRows {
  /** Row numbers in ascending order. */
  readonly rows: Uint32Array;
  /** Lengths in terms. */
  readonly lengths: Uint32Array;
  /** Document numbers: they identify the data that passages share. */
  readonly documents: Uint32Array;
  /** First eight bytes of the ids, to break ties without reading ids. */
  readonly idHigh: Uint32Array;
  readonly idLow: Uint32Array;
}

export const COLUMNS = ["rows", "lengths", "documents", "idHigh", "idLow"] as const;

export const makeSegmentRows = (count: number): SegmentRows => columnsOf(new Uint32Array(count * COLUMNS.length));

/** Encodes the columns one after another, in the machine's byte order. */
export const encodeSegmentRows = (segment: SegmentRows): Uint8Array => {
  const count = segment.rows.length;
  const all = new Uint32Array(count * COLUMNS.length);
  for (const [index, column] of COLUMNS.entries()) all.set(segment[column], index * count);
  return new Uint8Array(all.buffer);
};

// Copies because the source may not be aligned for 32-bit numbers.
export const decodeSegmentRows = (data: Uint8Array): SegmentRows =>
  columnsOf(new Uint32Array(new Uint8Array(data).buffer));

const columnsOf = (all: Uint32Array): SegmentRows => {
  const count = all.length / COLUMNS.length;
  const column = (index: number): Uint32Array => all.subarray(index * count, (index + 1) * count);
  return { rows: column(0), lengths: column(1), documents: column(2), idHigh: column(3), idLow: column(4) };
};

/** Returns the ordinal of a row number in the segment, or -1. */
export const ordinalOf = (rows: Uint32Array, row: number): number => {
  const ordinal = lowerBound(0, rows.length, (at) => rows[at]! >= row);
  return rows[ordinal] === row ? ordinal : -1;
};

const idBytes = Buffer.alloc(64);

/** Returns the first eight bytes of an id's UTF-8 as two numbers. Their order is code point order. */
export const idPrefix = (id: string): { readonly high: number; readonly low: number } => {
  idBytes.fill(0, 0, 8);
  // Nine UTF-16 units: a surrogate pair split by the slice begins after the eighth byte.
  idBytes.write(id.slice(0, 9));
  return { high: idBytes.readUInt32BE(0), low: idBytes.readUInt32BE(4) };
};

export const isDeleted = (deleted: Uint8Array | undefined, ordinal: number): boolean =>
  deleted !== undefined && (deleted[ordinal >>> 3]! & (1 << (ordinal & 7))) !== 0;

export const markDeleted = (deleted: Uint8Array, ordinal: number): void => {
  deleted[ordinal >>> 3]! |= 1 << (ordinal & 7);
};

/** Creates an empty bitmap of deleted ordinals. */
export const makeDeleted = (count: number): Uint8Array => new Uint8Array((count + 7) >>> 3);
