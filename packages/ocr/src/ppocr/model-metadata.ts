/** Tags of `StringStringEntryProto` in onnx.proto. */
const KEY = 0x0a;
const VALUE = 0x12;

/**
 * Returns a metadata value of an ONNX file, which the runtime doesn't expose, or undefined if the key is missing.
 * Searches from the end, where `ModelProto` stores its metadata.
 */
export function modelMetadata(file: Buffer, key: string): string | undefined {
  const name = Buffer.from(key);
  const entry = Buffer.concat([Uint8Array.of(KEY, name.length), name, Uint8Array.of(VALUE)]);
  const found = file.lastIndexOf(entry);
  if (found === -1) return undefined;
  // Decode the length of the value, a varint.
  let [at, length, factor] = [found + entry.length, 0, 1];
  for (; file[at]! >= 0x80; at++, factor *= 0x80) length += (file[at]! - 0x80) * factor;
  length += file[at]! * factor;
  return file.toString("utf8", at + 1, at + 1 + length);
}
