/** Range in the form of the download rpc: a negative `offset` counts from the end; no `length` means up to the end. */
export interface ByteRange {
  readonly offset: bigint;
  readonly length: bigint | undefined;
}

const ONE_RANGE = /^bytes=(\d{0,18})-(\d{0,18})$/i;

/**
 * Parses a `Range` header (RFC 9110 §14.2). Returns undefined, which means the whole file, for anything but a single
 * byte range: several ranges may be answered that way, and a malformed header must be ignored.
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

// The last 0 bytes of a file are unsatisfiable; a length of 0 expresses that.
const suffix = (count: bigint): ByteRange => ({ offset: -count, length: count === 0n ? 0n : undefined });
