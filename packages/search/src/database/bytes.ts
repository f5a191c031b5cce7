/** Text as stored in a byte column. It is compared byte by byte, which is code point order. */
export const encodeText = (text: string): Uint8Array => Buffer.from(text);

export const decodeText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
