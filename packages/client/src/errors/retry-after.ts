/** The seconds of a `Retry-After` header; undefined when there is none, or one that is no number. */
export const retryAfterSecondsOf = (header: string | null): number | undefined => {
  if (header === null || !/^\d+(\.\d+)?$/.test(header.trim())) return undefined;
  return Number(header);
};
