import { crc32 } from "node:zlib";
import { StoreFailure } from "../store-failure.ts";

// Three checksums follow the numbers of a stored vector: of these numbers, of the rest of the record without its text,
// and of its text. Each of the three can thus be verified separately. Records from before there were checksums have
// only the numbers, and are trusted.

const SUMS = 3;
const SUMS_BYTES = SUMS * Uint32Array.BYTES_PER_ELEMENT;
const VECTOR = 0;
const HEAD = 1;
const TEXT = 2;

/** Returns the value of a record's `vector` column: the vector, followed by checksums. */
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

/** Returns the checksum of a record without its vector and its text. */
export const headSum = (rid: number, id: string, metadata: string): number =>
  crc32(metadata, crc32(id, crc32(`${rid} `)));

/** Returns the checksum of a record's id and metadata, independent of its `rid`. */
export const rowChecksum = (id: string, metadata: string): number => crc32(metadata, crc32(id));

/** Returns the numbers of a stored vector as little-endian float32. Fails if they don't match their checksum. */
export const vectorOf = (stored: Uint8Array, dimension: number): Uint8Array => {
  const vector = numbersOf(stored, dimension);
  if (vector !== stored && crc32(vector) !== sumOf(stored, VECTOR)) throw changed("A vector");
  return vector;
};

/** Same as `vectorOf`, without verification, for vectors that are already verified. */
export const numbersOf = (stored: Uint8Array, dimension: number): Uint8Array => {
  const size = dimension * Float32Array.BYTES_PER_ELEMENT;
  if (stored.length === size) return stored;
  if (stored.length !== size + SUMS_BYTES) throw changed("The length of a vector");
  return stored.subarray(0, size);
};

/** Fails if the id or the metadata don't match the checksum that is stored with the vector. */
export const requireHead = (rid: number, id: string, metadata: string, stored: Uint8Array, dimension: number): void => {
  if (numbersOf(stored, dimension) === stored || headSum(rid, id, metadata) === sumOf(stored, HEAD)) return;
  throw changed(`The record ${JSON.stringify(id)}`);
};

export const requireText = (text: string, stored: Uint8Array, dimension: number): void => {
  if (numbersOf(stored, dimension) === stored || crc32(text) === sumOf(stored, TEXT)) return;
  throw changed("A text");
};

const LITTLE_ENDIAN = true;

const setSum = (sums: DataView, index: number, sum: number): void =>
  sums.setUint32(index * Uint32Array.BYTES_PER_ELEMENT, sum, LITTLE_ENDIAN);

const sumOf = (stored: Uint8Array, index: number): number => {
  const at = stored.length - SUMS_BYTES + index * Uint32Array.BYTES_PER_ELEMENT;
  return new DataView(stored.buffer, stored.byteOffset).getUint32(at, LITTLE_ENDIAN);
};

const changed = (subject: string): StoreFailure => new StoreFailure("damaged", `${subject} is not what was written.`);
