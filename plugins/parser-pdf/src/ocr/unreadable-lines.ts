import type { PageLine } from "../engine/page-text.ts";

/** Fewer meaningless characters may be bullets. */
const MIN_MEANINGLESS = 4;
/** Fewer characters may be a formula and are too few for language detection. */
const MIN_JUDGED = 12;
/** Maximum share of characters that are rare in every language, or at positions where no language has them. */
const MAX_ODD_SHARE = 0.12;
/**
 * Minimum share of vowels among the letters of a Latin text (Czech and Polish have some 0.36). A shuffled alphabet has
 * 0.23.
 */
const MIN_VOWEL_SHARE = 0.28;
/** Minimum share of vowels in a text with few letters. */
const MIN_VOWEL_SHARE_OF_FEW = 0.25;
const FEW_LETTERS = 24;
const MIN_LETTERS = 16;

const WORD_CHARACTERS = /\S/gu;
/** Characters that are rare in texts, and all that are not letters of a 256-character alphabet, i.e. glyph numbers. */
// oxlint-disable-next-line no-control-regex
const ODD = /[\x00-\x1f!#&*<=>@[\\\]^_`{|}~\x7f-\xbf\u0100-\uffff]|\$(?! ?[\d(])/gu;
/** Capitals within a word, digits within a word, and signs after others or between letters where nothing ends. */
const ODD_SEQUENCE =
  /\p{Ll}(?=\p{Lu})|\p{Lu}\p{Lu}(?=\p{Ll})|\p{L}(?=\d\p{L})|\d(?=[$&('"+])|[+&*(,'"](?=[$%&'"*+,])|\p{L}[",;](?=\p{L})/gu;
const LATIN_WORD = /[a-z\u00df-\u00ff]{4,}/giu;
const VOWELS = /[aeiouy\u00e0-\u00e6\u00e8-\u00ef\u00f2-\u00f6\u00f8-\u00fd]/giu;

/** Returns the lines of a page that can't be read because their fonts don't identify their letters. */
export function unreadableLines(lines: readonly PageLine[]): ReadonlySet<PageLine> {
  const meaningless = lines.filter(
    ({ unnamed, text }) => unnamed?.isMeaningless === true && countOf(WORD_CHARACTERS, text) >= MIN_MEANINGLESS,
  );
  const byFont = Map.groupBy(
    lines.filter(({ unnamed }) => unnamed?.isMeaningless === false),
    ({ unnamed }) => unnamed!.font,
  );
  // Old files number glyphs as in ASCII, so many such texts are correct.
  const ciphered = [...byFont.values()].filter((own) => looksCiphered(own.map(({ text }) => text).join(" ")));
  return new Set([...meaningless, ...ciphered.flat()]);
}

/** Whether a text made of glyph numbers is not in any language. */
export function looksCiphered(text: string): boolean {
  const all = countOf(WORD_CHARACTERS, text);
  if (all < MIN_JUDGED) return false;
  if (countOf(ODD, text) + countOf(ODD_SEQUENCE, text) > all * MAX_ODD_SHARE) return true;
  // Units and abbreviations ("128K", "mph") have no vowels.
  const words = text.match(LATIN_WORD)?.join("") ?? "";
  const min = words.length < FEW_LETTERS ? MIN_VOWEL_SHARE_OF_FEW : MIN_VOWEL_SHARE;
  return words.length >= MIN_LETTERS && countOf(VOWELS, words) < words.length * min;
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;
