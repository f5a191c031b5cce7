import type { PageLine } from "../engine/page-text.ts";

/** Fewer may be bullets. */
const MIN_MEANINGLESS = 4;
/** Fewer signs are a formula, fewer letters say nothing about the language. */
const MIN_JUDGED = 12;
/** More of a text than this are signs that no language has so many of, or stand where none has them. */
const MAX_ODD_SHARE = 0.12;
/** Of the letters of a Latin text at least so many are vowels (Czech and Polish have some 0.36), of a shuffled alphabet 0.23. */
const MIN_VOWEL_SHARE = 0.28;
/** The same for a text with fewer letters. */
const MIN_VOWEL_SHARE_OF_FEW = 0.25;
const FEW_LETTERS = 24;
const MIN_LETTERS = 16;

const WORD_CHARACTERS = /\S/gu;
/** Signs that texts have few of, and everything that is no letter of an alphabet of 256: numbers of glyphs. */
// oxlint-disable-next-line no-control-regex
const ODD = /[\x00-\x1f!#&*<=>@[\\\]^_`{|}~\x7f-\xbf\u0100-\uffff]|\$(?! ?[\d(])/gu;
/** Capitals within a word, figures within a word, and signs behind others or between letters that end nothing. */
const ODD_PLACE =
  /\p{Ll}(?=\p{Lu})|\p{Lu}\p{Lu}(?=\p{Ll})|\p{L}(?=\d\p{L})|\d(?=[$&('"+])|[+&*(,'"](?=[$%&'"*+,])|\p{L}[",;](?=\p{L})/gu;
const LATIN_WORD = /[a-z\u00df-\u00ff]{4,}/giu;
const VOWELS = /[aeiouy\u00e0-\u00e6\u00e8-\u00ef\u00f2-\u00f6\u00f8-\u00fd]/giu;

/** The lines of a page that can't be read, since their fonts don't say which letters they draw. */
export function unreadableLines(lines: readonly PageLine[]): ReadonlySet<PageLine> {
  const meaningless = lines.filter(
    ({ unnamed, text }) => unnamed?.isMeaningless === true && countOf(WORD_CHARACTERS, text) >= MIN_MEANINGLESS,
  );
  const byFont = Map.groupBy(
    lines.filter(({ unnamed }) => unnamed?.isMeaningless === false),
    ({ unnamed }) => unnamed!.font,
  );
  // Old files number letters as ASCII does, so that many such texts are right.
  const ciphered = [...byFont.values()].filter((own) => looksCiphered(own.map(({ text }) => text).join(" ")));
  return new Set([...meaningless, ...ciphered.flat()]);
}

/** Whether a text whose letters are numbers in a font is no text of any language. */
export function looksCiphered(text: string): boolean {
  const all = countOf(WORD_CHARACTERS, text);
  if (all < MIN_JUDGED) return false;
  if (countOf(ODD, text) + countOf(ODD_PLACE, text) > all * MAX_ODD_SHARE) return true;
  // Units and abbreviations ("128K", "mph") have no vowels.
  const words = text.match(LATIN_WORD)?.join("") ?? "";
  const least = words.length < FEW_LETTERS ? MIN_VOWEL_SHARE_OF_FEW : MIN_VOWEL_SHARE;
  return words.length >= MIN_LETTERS && countOf(VOWELS, words) < words.length * least;
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;
