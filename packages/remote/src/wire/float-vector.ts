const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** A vector as the wire has it: little-endian float32. On most machines these are the vector's own bytes, not copied. */
export const vectorBytes = (vector: Float32Array): Uint8Array => {
  const own = new Uint8Array(vector.buffer as ArrayBuffer, vector.byteOffset, vector.byteLength);
  return IS_LITTLE_ENDIAN ? own : Buffer.from(own).swap32();
};

/** The vector in some bytes; undefined when they are no whole number of float32. */
export const vectorOf = (bytes: Uint8Array): Float32Array | undefined => {
  if (bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return undefined;
  // A copy of its own: fields of a message lie in the message's buffer, seldom where a Float32Array may begin.
  const own = Uint8Array.from(bytes);
  if (!IS_LITTLE_ENDIAN) Buffer.from(own.buffer).swap32();
  return new Float32Array(own.buffer);
};
