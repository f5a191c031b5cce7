/** Whether an `If-None-Match` header names an entity tag, compared weakly (RFC 9110 §13.1.2). */
export function noneMatchNames(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some((match) => match[1] === tag);
}

/**
 * Whether an `If-Range` header allows a range: only an identical strong tag does. Dates are not supported, because the
 * service sends none.
 */
export const ifRangeAllows = (header: string | undefined, tag: string): boolean =>
  header === undefined || header.trim() === tag;
