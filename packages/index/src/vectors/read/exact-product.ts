/** Returns the numbers of a vector as stored in the file. */
export const floatsOf = (stored: Uint8Array): Float32Array => {
  const aligned = stored.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? stored : stored.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.length / Float32Array.BYTES_PER_ELEMENT);
};

/** Returns the dot product of a query with the vector from `start` on, summed in double precision. */
export const exactProduct = (query: Float32Array, numbers: Float32Array, start = 0): number => {
  let sum = 0;
  for (let i = 0; i < query.length; i += 1) sum += numbers[start + i]! * query[i]!;
  return sum;
};
