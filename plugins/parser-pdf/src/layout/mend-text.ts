const LIGATURES: Record<string, string> = {
  "\ufb00": "ff",
  "\ufb01": "fi",
  "\ufb02": "fl",
  "\ufb03": "ffi",
  "\ufb04": "ffl",
  "\ufb05": "st",
  "\ufb06": "st",
};
/** First parts that keep their hyphen when a line ends behind it: "self-" and "service" is not "selfservice". */
const HYPHENATED_PREFIXES = new Set(
  "all anti co cross ex half high long low mid multi non on over post pre pro re self semi short single third two under well year".split(
    " ",
  ),
);
/** What the engine, or the file, leaves where a word was divided at a line end. */
// The engine writes U+0002 or U+FFFE there; a soft hyphen comes from the file.
// oxlint-disable-next-line no-control-regex
const BREAK_MARKS = /[\u0002\u00ad\ufffe]$/u;
const NO_BLANK_BETWEEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Ligatures to letters, symbol-font bullets to bullets, dot leaders to a blank. */
// oxlint-disable no-control-regex
export const normalizeText = (text: string): string =>
  text
    .replace(/[\ufb00-\ufb06]/g, (ligature) => LIGATURES[ligature]!)
    .replace(/[\uf0b7\uf0a7\uf0d8\uf076\uf0fc]/g, "•")
    .replace(/(?:[.·…] ?){5,}/g, " ")
    .replace(/[\u0002\u00ad\ufffe](?!$)/gu, "")
    .replace(/[^\S\n]+/g, " ")
    .trim();

/** Puts two lines of one paragraph together: a divided word becomes whole, CJK text gets no blank. */
export function joinLines(before: string, after: string): string {
  if (BREAK_MARKS.test(before)) return before.slice(0, -1) + after;
  if (before.endsWith("-") && /^\p{Ll}/u.test(after)) {
    const word = /(\p{L}+)-$/u.exec(before)?.[1];
    if (word === undefined || HYPHENATED_PREFIXES.has(word.toLowerCase())) return before + after;
    return before.slice(0, -1) + after;
  }
  if (NO_BLANK_BETWEEN.test(before.at(-1) ?? "") && NO_BLANK_BETWEEN.test(after[0] ?? "")) return before + after;
  return `${before} ${after}`;
}

/** A line on its own loses its break mark. */
export const endText = (text: string): string => text.replace(BREAK_MARKS, "").trim();
