/** Text as a column of bytes holds it: compared byte by byte, which is the order of code points. */
export const encodeText = (text: string): Uint8Array => Buffer.from(text);

export const decodeText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
