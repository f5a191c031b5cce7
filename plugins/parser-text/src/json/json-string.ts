const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([\s\S]?))/g;

/** Decodes the escapes of a string's inside; gives the index of one that JSON does not know, if there is one. */
export function decodeEscapes(raw: string): string | { readonly badEscapeAt: number } {
  let badEscapeAt = -1;
  const text = raw.replace(ESCAPE, (_whole, code: string | undefined, letter: string | undefined, at: number) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    const character = ESCAPES[letter!];
    if (character === undefined && badEscapeAt < 0) badEscapeAt = at;
    return character ?? "";
  });
  return badEscapeAt < 0 ? text : { badEscapeAt };
}

/** Offset at which an unfinished string can be cut: not within an escape, nor between the two of a surrogate pair. */
export function safeCut(raw: string): number {
  const backslash = raw.lastIndexOf("\\");
  // Twelve characters are the longest that belong together: two escapes of one pair.
  if (backslash < 0 || raw.length - backslash > 12) return raw.length - 1;
  let start = backslash;
  while (raw.charCodeAt(start - 1) === 0x5c) start--;
  // Pairs in a row of backslashes are whole; a \u before may be the first half of a pair.
  const cut = start + ((backslash - start) & ~1);
  return /\\u[0-9a-fA-F]{4}$/.test(raw.slice(Math.max(0, cut - 6), cut)) ? cut - 6 : cut;
}
