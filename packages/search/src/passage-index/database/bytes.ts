/** Text as a column of bytes holds it: compared byte by byte, which is the order of code points. */
export const encodeText = (text: string): Uint8Array => Buffer.from(text);

export const decodeText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

/** Numbers of passages as a column holds them. */
export const encodeSeqs = (seqs: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(seqs).buffer);

// A copy: the source may lie at an address that 32-bit numbers can't be read from.
export const decodeSeqs = (bytes: Uint8Array): Uint32Array => new Uint32Array(new Uint8Array(bytes).buffer);
