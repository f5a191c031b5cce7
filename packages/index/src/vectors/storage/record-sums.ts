import { crc32 } from "node:zlib";
import { StoreFailure } from "../store-failure.ts";

// Three checksums follow the numbers of a stored vector: of these numbers, of the rest of the record without its text,
// and of its text. A read of any of the three can so detect changes on the disk. Records from before there were
// checksums have the numbers alone, and are read as they are.

const SUMS = 3;
const SUMS_BYTES = SUMS * Uint32Array.BYTES_PER_ELEMENT;
const VECTOR = 0;
const HEAD = 1;
const TEXT = 2;

/** Makes the value of the column `vector` of a record: the vector, followed by checksums. */
export const withSums = (
  rid: number,
  { id, metadata, text }: { readonly id: string; readonly metadata: string; readonly text: string },
  vector: Uint8Array,
): Uint8Array => {
  const stored = new Uint8Array(vector.length + SUMS_BYTES);
  stored.set(vector);
  const sums = new DataView(stored.buffer, vector.length);
  setSum(sums, VECTOR, crc32(vector));
  setSum(sums, HEAD, headSum(rid, id, metadata));
  setSum(sums, TEXT, crc32(text));
  return stored;
};

/** Of what a record is without its vector and its text. */
export const headSum = (rid: number, id: string, metadata: string): number =>
  crc32(metadata, crc32(id, crc32(`${rid} `)));

/** Of a record's id and metadata, whatever its number. */
export const rowCheck = (id: string, metadata: string): number => crc32(metadata, crc32(id));

/** The numbers of a stored vector, as little-endian float32; fails when they are not those that were written. */
export const vectorOf = (stored: Uint8Array, dimension: number): Uint8Array => {
  const vector = numbersOf(stored, dimension);
  if (vector !== stored && crc32(vector) !== sumOf(stored, VECTOR)) throw changed("A vector");
  return vector;
};

/** The same without a look at them, for those that were looked at before. */
export const numbersOf = (stored: Uint8Array, dimension: number): Uint8Array => {
  const size = dimension * Float32Array.BYTES_PER_ELEMENT;
  if (stored.length === size) return stored;
  if (stored.length !== size + SUMS_BYTES) throw changed("The length of a vector");
  return stored.subarray(0, size);
};

/** Fails for an id or metadata that are not those that were written with the vector. */
export const requireHead = (rid: number, id: string, metadata: string, stored: Uint8Array, dimension: number): void => {
  if (numbersOf(stored, dimension) === stored || headSum(rid, id, metadata) === sumOf(stored, HEAD)) return;
  throw changed(`The record ${JSON.stringify(id)}`);
};

export const requireText = (text: string, stored: Uint8Array, dimension: number): void => {
  if (numbersOf(stored, dimension) === stored || crc32(text) === sumOf(stored, TEXT)) return;
  throw changed("A text");
};

const LITTLE_ENDIAN = true;

const setSum = (sums: DataView, which: number, sum: number): void =>
  sums.setUint32(which * Uint32Array.BYTES_PER_ELEMENT, sum, LITTLE_ENDIAN);

const sumOf = (stored: Uint8Array, which: number): number => {
  const at = stored.length - SUMS_BYTES + which * Uint32Array.BYTES_PER_ELEMENT;
  return new DataView(stored.buffer, stored.byteOffset).getUint32(at, LITTLE_ENDIAN);
};

const changed = (what: string): StoreFailure => new StoreFailure("damaged", `${what} is not what was written.`);
