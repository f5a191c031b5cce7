/** Whether an `If-None-Match` header names an entity tag, compared weakly (RFC 9110 §13.1.2). */
export function noneMatchNames(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some((match) => match[1] === tag);
}

/** Whether an `If-Range` header lets a range stand: only the very same, strong tag does; we send no dates. */
export const ifRangeAllows = (header: string | undefined, tag: string): boolean =>
  header === undefined || header.trim() === tag;
