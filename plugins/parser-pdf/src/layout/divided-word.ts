import type { DocumentWords } from "./document-words.ts";

/** Paragraphs can be long, words and addresses are not. */
const MAX_CHARACTERS = 100;
const LAST_TOKEN = /(?<!\S)\S+$/;
/** In addresses every hyphen is significant. */
const ADDRESS = /:\/\/|^www\.|[@_\\]/i;
const COMPOUND = /(?<![\p{L}\p{M}\p{N}\u2010\u2011-])[\p{L}\p{M}\p{N}\u2010\u2011-]+$/u;
const HYPHENS = /[-\u2010\u2011]/;
const FIRST = /(?<![\p{L}\p{M}])[\p{L}\p{M}]+$/u;
const SECOND = /^\p{L}[\p{L}\p{M}]*/u;
/**
 * After a suspended hyphen ("short-", "Vor-") these words introduce another word with the same ending: the hyphen
 * stays.
 */
const SUSPENDED = /^(?:and|or|und|oder|bzw\.|sowie|et|ou|y|o|e|en|och|og) /;
const CAPITALS = /^\p{Lu}+$/u;
/** Hyphens, and the engine's mark for the hyphen of a word that continues on the next line. */
const DIVISION = /[-\u00ad\u2010\u2011\ufffe]/;
const NO_BLANK_BETWEEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Joins the two parts of a word at a line end. The hyphen is retained if it belongs to the word. */
export function joinDivided(stem: string, after: string, words: DocumentWords): string {
  const token = LAST_TOKEN.exec(stem.slice(-MAX_CHARACTERS))?.[0];
  // A dash, or a hyphen without a word before it.
  if (token === undefined) return `${stem}- ${after}`;
  const first = FIRST.exec(token)?.[0];
  const second = SECOND.exec(after.slice(0, MAX_CHARACTERS))?.[0];
  if (second === undefined && !/^\p{N}/u.test(after)) return `${stem}- ${after}`;
  if (first === undefined || second === undefined || ADDRESS.test(token)) return `${stem}-${after}`;
  const [one, other] = [first.toLowerCase(), second.toLowerCase()];
  const whole = words.countForms(one + other);
  const hyphenated = words.countForms(`${one}-${other}`);
  if (whole > hyphenated) return stem + after;
  if (hyphenated > 0) return `${stem}-${after}`;
  if (SUSPENDED.test(after)) return `${stem}- ${after}`;
  const isOwn = keepsByLetters(first, second) ?? keepsByParts(token, other) ?? keepsByWords(one, other, words);
  return isOwn ? `${stem}-${after}` : stem + after;
}

/**
 * Decides by the letters alone: "e-mail", "COVID-related" and "Anglo-American" retain the hyphen; "DEVEL-OPMENT" is
 * undecided.
 */
function keepsByLetters(first: string, second: string): true | undefined {
  if (first.length === 1 || second.length === 1) return true;
  const isFirstCapital = CAPITALS.test(first);
  if (/^\p{Lu}/u.test(second)) return isFirstCapital && CAPITALS.test(second) ? undefined : true;
  return isFirstCapital ? true : undefined;
}

/** Retains the hyphen of compounds with equal first and last parts, such as "day-to-day". */
function keepsByParts(token: string, second: string): true | undefined {
  const parts = COMPOUND.exec(token)?.[0].split(HYPHENS) ?? [];
  return parts.length > 1 && parts[0]!.toLowerCase() === second ? true : undefined;
}

/** Whether the hyphen is retained: by the language's dictionary if available, then by the document's habit. */
function keepsByWords(one: string, other: string, words: DocumentWords): boolean {
  if (words.isEnglish()) {
    const isWhole = words.isWord(one + other);
    const areWords = words.isWord(one) && words.isWord(other);
    if (isWhole !== areWords) return areWords;
  }
  return words.keepsHyphens();
}

/** Joins two lines of one paragraph. Hyphenated words are joined, and CJK text gets no space. */
export function joinLines(before: string, after: string, words: DocumentWords): string {
  const last = before.at(-1) ?? "";
  if (DIVISION.test(last)) return joinDivided(before.slice(0, -1), after, words);
  if (NO_BLANK_BETWEEN.test(last) && NO_BLANK_BETWEEN.test(after[0] ?? "")) return before + after;
  return `${before} ${after}`;
}
