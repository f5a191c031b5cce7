import type { TensorType } from "./safetensors.ts";

/**
 * Returns the numbers of an array, little-endian in the file as on every platform of Node. Converts 16-bit numbers to
 * 32 bits.
 */
export const tensorValues = (type: TensorType, { buffer }: Buffer<ArrayBuffer>): Float32Array => {
  switch (type) {
    case "F32":
      return new Float32Array(buffer);
    case "F64":
      return Float32Array.from(new Float64Array(buffer));
    case "F16":
      return fromHalves(new Uint16Array(buffer));
    case "I8":
      return Float32Array.from(new Int8Array(buffer));
    case "I32":
      return Float32Array.from(new Int32Array(buffer));
    case "I64":
      return Float32Array.from(new BigInt64Array(buffer), Number);
  }
};

/** Lookup table of all 16-bit numbers, by their bits. */
let halves: Float32Array | undefined;

const fromHalves = (bits: Uint16Array): Float32Array => {
  halves ??= Float32Array.from({ length: 65_536 }, (_, half) => halfValue(half));
  const values = new Float32Array(bits.length);
  for (let index = 0; index < bits.length; index++) values[index] = halves[bits[index]!]!;
  return values;
};

/** IEEE 754 binary16: a sign, 5 bits of exponent, 10 of fraction. */
const halfValue = (bits: number): number => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
};
