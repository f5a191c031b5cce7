/** Decodes little-endian float32 bytes to numbers. */
export const numbersOf = (bytes: Uint8Array): number[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers: number[] = [];
  for (let at = 0; at + Float32Array.BYTES_PER_ELEMENT <= bytes.byteLength; at += Float32Array.BYTES_PER_ELEMENT)
    numbers.push(view.getFloat32(at, true));
  return numbers;
};

/** Encodes numbers as little-endian float32 bytes. */
export const bytesOf = (numbers: readonly number[] | Float32Array): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(numbers.length * Float32Array.BYTES_PER_ELEMENT));
  for (let at = 0; at < numbers.length; at += 1)
    view.setFloat32(at * Float32Array.BYTES_PER_ELEMENT, numbers[at]!, true);
  return new Uint8Array(view.buffer);
};
