export interface Range {
  readonly offset: number;
  readonly length: number;
}

/**
 * Resolves a requested range against the file's size. A negative offset counts from the end. An offset at or after the
 * end results in no bytes, as the contract requires: REST then answers 416 with the file's size.
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
