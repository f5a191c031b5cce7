const MARKS = /\p{M}+/gu;
const LATIN_OR_GREEK = /[\p{Script=Latin}\p{Script=Greek}]/u;
const ARABIC_OR_HEBREW = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const UNDECOMPOSED = /[ßæœøłđðþıς]/g;
const UNDECOMPOSED_FOLDS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
};
const ARABIC_VARIANTS = /[ىةـ]/g;
const ARABIC_FOLDS: Readonly<Record<string, string>> = { ى: "ي", ة: "ه", ـ: "" };

/** Words whose only marks are those of Vietnamese: grave, acute, circumflex, tilde, breve, hook, horn, dot below. */
const ONLY_VIETNAMESE_MARKS = /^(?:[a-zđ]|\u0300|\u0301|\u0302|\u0303|\u0306|\u0309|\u031b|\u0323)+$/;
const VIETNAMESE_SYLLABLE =
  /^(?:ngh|ng|nh|gh|gi|kh|ph|qu|th|tr|ch|[bcdghklmnpqrstvx])?[aeiouy]{1,3}(?:ch|ng|nh|[cmnpt])?$/;

/**
 * Folds marks that writers of a language omit or vary: accents of Latin and Greek script, Arabic and Hebrew vowel
 * points and alef forms, Cyrillic ё. Vietnamese is unchanged, because its tones distinguish words: a word with the
 * shape of a Vietnamese syllable keeps its marks (decided per word, so that a text and a query always agree). Expects
 * lower case, NFKC.
 */
export function foldAccents(word: string): string {
  if (LATIN_OR_GREEK.test(word)) return foldLatin(word);
  if (ARABIC_OR_HEBREW.test(word)) {
    return word
      .normalize("NFD")
      .replace(MARKS, "")
      .replace(ARABIC_VARIANTS, (char) => ARABIC_FOLDS[char]!);
  }
  return word.replaceAll("ё", "е").replaceAll("\u0301", "");
}

function foldLatin(word: string): string {
  const decomposed = word.normalize("NFD");
  const base = decomposed.replace(MARKS, "").replace(UNDECOMPOSED, (char) => UNDECOMPOSED_FOLDS[char]!);
  return VIETNAMESE_SYLLABLE.test(base) && ONLY_VIETNAMESE_MARKS.test(decomposed) ? word : base;
}
