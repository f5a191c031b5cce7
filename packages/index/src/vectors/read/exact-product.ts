/** Returns the dot product of a query with a vector as stored in the file, summed in double precision. */
export const exactProduct = (query: Float32Array, stored: Uint8Array): number => {
  const aligned = stored.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? stored : stored.slice();
  const vector = new Float32Array(aligned.buffer, aligned.byteOffset, query.length);
  let sum = 0;
  for (let i = 0; i < query.length; i += 1) sum += vector[i]! * query[i]!;
  return sum;
};
