/** Parses the seconds of a `Retry-After` header. Returns undefined if it is absent or not a number. */
export const retryAfterSecondsOf = (header: string | null): number | undefined => {
  if (header === null || !/^\d+(\.\d+)?$/.test(header.trim())) return undefined;
  return Number(header);
};
