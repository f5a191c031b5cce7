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

/** Decodes the escapes of a string's content, or returns the index of the first invalid escape. */
export function decodeEscapes(raw: string): string | { readonly badEscapeIndex: number } {
  let badEscapeIndex = -1;
  const text = raw.replace(ESCAPE, (_whole, code: string | undefined, letter: string | undefined, at: number) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    const character = ESCAPES[letter!];
    if (character === undefined && badEscapeIndex < 0) badEscapeIndex = at;
    return character ?? "";
  });
  return badEscapeIndex < 0 ? text : { badEscapeIndex };
}

/** Returns the offset at which an unfinished string can be split: not within an escape or a surrogate pair. */
export function safeSplit(raw: string): number {
  const backslash = raw.lastIndexOf("\\");
  // The longest inseparable sequence has twelve characters: two escapes of a surrogate pair.
  if (backslash < 0 || raw.length - backslash > 12) return raw.length - 1;
  let start = backslash;
  while (raw.charCodeAt(start - 1) === 0x5c) start--;
  // Pairs in a series of backslashes are complete. A preceding \u escape can be the first half of a surrogate pair.
  const splitIndex = start + ((backslash - start) & ~1);
  return /\\u[0-9a-fA-F]{4}$/.test(raw.slice(Math.max(0, splitIndex - 6), splitIndex)) ? splitIndex - 6 : splitIndex;
}
