/** A range as the download rpc takes it: `offset` negative counts from the end; no `length` means to the end. */
export interface ByteRange {
  readonly offset: bigint;
  readonly length: bigint | undefined;
}

const ONE_RANGE = /^bytes=(\d{0,18})-(\d{0,18})$/i;

/**
 * Reads a `Range` header (RFC 9110 §14.2). Undefined, which means the whole file, for what is no single byte range:
 * several ranges may be answered so, and a malformed header must be ignored.
 */
export function parseRange(header: string | undefined): ByteRange | undefined {
  const match = header === undefined ? null : ONE_RANGE.exec(header.trim());
  if (match === null) return undefined;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return undefined;
  if (first === "") return suffix(BigInt(last));
  if (last === "") return { offset: BigInt(first), length: undefined };
  const length = BigInt(last) - BigInt(first) + 1n;
  return length > 0n ? { offset: BigInt(first), length } : undefined;
}

// The last 0 bytes can't be had from any file; a length of 0 says so.
const suffix = (count: bigint): ByteRange => ({ offset: -count, length: count === 0n ? 0n : undefined });
