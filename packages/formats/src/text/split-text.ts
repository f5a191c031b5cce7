/** Returns the best split position at or before `limit`: a line end, else a space, else between two characters. */
export function splitIndexBefore(text: string, limit: number): number {
  const line = text.lastIndexOf("\n", limit - 1);
  if (line > limit / 2) return line + 1;
  const blank = text.lastIndexOf(" ", limit - 1);
  if (blank > limit / 2) return blank + 1;
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}

/** Splits text into parts of at most `limit` characters. No part is blank. */
export function* splitText(text: string, limit: number): Generator<string> {
  let rest = text;
  while (rest.length > limit) {
    const splitIndex = splitIndexBefore(rest, limit);
    const segment = rest.slice(0, splitIndex).trim();
    if (segment !== "") yield segment;
    rest = rest.slice(splitIndex);
  }
  rest = rest.trim();
  if (rest !== "") yield rest;
}
