import { endianness } from "node:os";
import { FieldProblem, mustBe } from "./field-problem.ts";

const BYTES_PER_FLOAT = Float32Array.BYTES_PER_ELEMENT;

// The contract's bytes are little-endian, as are all processors that Node.js has binaries for except one (s390x).
if (endianness() !== "LE") throw new Error("Quarry needs a little-endian processor");

/** Returns a float32 array over little-endian bytes. Copies only if the bytes are not aligned. */
export function float32ArrayOf(bytes: Uint8Array): Float32Array {
  const length = Math.floor(bytes.byteLength / BYTES_PER_FLOAT);
  if (bytes.byteOffset % BYTES_PER_FLOAT === 0) return new Float32Array(bytes.buffer, bytes.byteOffset, length);
  return new Float32Array(bytes.slice().buffer, 0, length);
}

/** Numbers of digits that identify most float32 values, and all of them. Shorter values just end in zeros. */
const FEWEST_DIGITS = 7;
const MAX_DIGITS = 9;

/**
 * Returns the double with the fewest digits that rounds to this float32, such as 0.1 instead of 0.10000000149011612.
 */
export function shortestDouble(float: number): number {
  for (let digits = FEWEST_DIGITS; digits < MAX_DIGITS; digits += 1) {
    const double = Number(float.toPrecision(digits));
    if (Math.fround(double) === float) return double;
  }
  return Number(float.toPrecision(MAX_DIGITS));
}

/** Throws unless the bytes are complete, finite float32 values. */
export function checkFloat32Bytes(bytes: Uint8Array): void {
  const { byteLength } = bytes;
  if (byteLength % BYTES_PER_FLOAT !== 0) {
    throw new FieldProblem(`must be float32 values of ${BYTES_PER_FLOAT} bytes each, got ${byteLength} bytes`);
  }
  const index = float32ArrayOf(bytes).findIndex((number) => !Number.isFinite(number));
  if (index >= 0) throw new FieldProblem("must be a finite number").within(`[${index}]`);
}

/**
 * Returns the little-endian float32 bytes of a JSON array of numbers, or of an array that was already parsed to
 * float32.
 */
export function float32Bytes(value: unknown): Uint8Array {
  if (value instanceof Float32Array) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (!Array.isArray(value)) throw mustBe("an array of numbers", value);
  const count = value.length;
  const floats = new Float32Array(count);
  for (let index = 0; index < count; index++) {
    const number: unknown = value[index];
    if (typeof number !== "number") throw mustBe("a number", number).within(`[${index}]`);
    floats[index] = number;
  }
  // A separate pass over the typed array is cheaper than checking each boxed number.
  for (let index = 0; index < count; index++) {
    if (!Number.isFinite(floats[index])) throw tooLargeForFloat(value[index]).within(`[${index}]`);
  }
  return new Uint8Array(floats.buffer);
}

const tooLargeForFloat = (value: unknown): FieldProblem =>
  mustBe("a number that a float32 can hold (at most 3.4028235e38 in size)", value);
