const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Encodes a vector as little-endian float32. On most machines this returns the vector's own bytes without a copy. */
export const vectorBytes = (vector: Float32Array): Uint8Array => {
  const own = new Uint8Array(vector.buffer as ArrayBuffer, vector.byteOffset, vector.byteLength);
  return IS_LITTLE_ENDIAN ? own : Buffer.from(own).swap32();
};

/** Decodes a vector. Returns undefined if the length is not a multiple of a float32. */
export const vectorOf = (bytes: Uint8Array): Float32Array | undefined => {
  if (bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return undefined;
  // Copies the bytes: fields of a message lie in the message's buffer, usually not aligned for a Float32Array.
  const own = Uint8Array.from(bytes);
  if (!IS_LITTLE_ENDIAN) Buffer.from(own.buffer).swap32();
  return new Float32Array(own.buffer);
};
