import type { Fit } from "./trained-projection.ts";

/** "qfit" and the layout version: any other bytes are rejected. */
const MAGIC = 0x71666974;
const LAYOUT = 1;
const HEADER_NUMBERS = 6;
const NUMBER_BYTES = 4;

/** Serialises a fit, little-endian: header, then the arrays with four bytes per number, then those with one. */
export function fitToBytes(fit: Fit): Uint8Array {
  const { dimension, rank, weight, hashes, terms, directions } = fit;
  const header = new DataView(new ArrayBuffer(HEADER_NUMBERS * NUMBER_BYTES));
  for (const [at, value] of [MAGIC, LAYOUT, dimension, rank, hashes.length].entries())
    header.setUint32(at * NUMBER_BYTES, value, true);
  header.setFloat32((HEADER_NUMBERS - 1) * NUMBER_BYTES, weight, true);
  const parts = [header, hashes, terms.scales, directions.scales, terms.values, directions.values];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

/** Parses the output of `fitToBytes`; returns undefined for any other bytes. */
export function fitFromBytes(bytes: Uint8Array): Fit | undefined {
  if (bytes.byteLength < HEADER_NUMBERS * NUMBER_BYTES) return undefined;
  const header = new DataView(bytes.buffer, bytes.byteOffset);
  const [magic, layout, dimension, rank, termCount] = [0, 1, 2, 3, 4].map((at) =>
    header.getUint32(at * NUMBER_BYTES, true),
  ) as [number, number, number, number, number];
  if (magic !== MAGIC || layout !== LAYOUT) return undefined;
  const numbers = HEADER_NUMBERS + termCount + termCount + rank;
  if (bytes.byteLength !== numbers * NUMBER_BYTES + termCount * rank + rank * dimension) return undefined;
  // A copy has the alignment that numbers of four bytes require.
  const { buffer } = bytes.slice();
  let at = HEADER_NUMBERS * NUMBER_BYTES;
  const next = <View>(
    View: new (buffer: ArrayBuffer, at: number, length: number) => View,
    count: number,
    size: number,
  ) => {
    const view = new View(buffer, at, count);
    at += count * size;
    return view;
  };
  const hashes = next(Uint32Array, termCount, NUMBER_BYTES);
  const termScales = next(Float32Array, termCount, NUMBER_BYTES);
  const directionScales = next(Float32Array, rank, NUMBER_BYTES);
  return {
    dimension,
    rank,
    weight: header.getFloat32((HEADER_NUMBERS - 1) * NUMBER_BYTES, true),
    hashes,
    terms: { scales: termScales, values: next(Int8Array, termCount * rank, 1) },
    directions: { scales: directionScales, values: next(Int8Array, rank * dimension, 1) },
  };
}
