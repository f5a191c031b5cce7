/** The best place to cut at or before `limit`: a line end, else a blank, else between two characters. */
export function cutBefore(text: string, limit: number): number {
  const line = text.lastIndexOf("\n", limit - 1);
  if (line > limit / 2) return line + 1;
  const blank = text.lastIndexOf(" ", limit - 1);
  if (blank > limit / 2) return blank + 1;
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}

/** The text in pieces of at most `limit` characters; none is blank. */
export function* splitText(text: string, limit: number): Generator<string> {
  let rest = text;
  while (rest.length > limit) {
    const cut = cutBefore(rest, limit);
    const segment = rest.slice(0, cut).trim();
    if (segment !== "") yield segment;
    rest = rest.slice(cut);
  }
  rest = rest.trim();
  if (rest !== "") yield rest;
}
