export interface Range {
  readonly offset: number;
  readonly length: number;
}

/**
 * A negative offset counts from the end. One at or after the end gives no bytes, as the contract says: REST then answers
 * 416 with the file's size.
 */
export const rangeOf = (
  request: { readonly offset?: bigint | undefined; readonly length?: bigint | undefined },
  size: number,
): Range => {
  const requested = Number(request.offset ?? 0n);
  const offset = requested < 0 ? Math.max(0, size + requested) : Math.min(requested, size);
  const length = Math.min(size - offset, Number(request.length ?? size));
  return { offset, length };
};
