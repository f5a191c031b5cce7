/** Characters inspected before a mark: a word and the brackets about it. */
const MAX_LOOKBACK = 64;
/** A dozen numbers with their commas. */
const MAX_MARK_CHARACTERS = 48;
/** The shortest word that is no unit (`kg`, `cm`) and no variable. */
const MIN_WORD_LETTERS = 3;

const MARK_ITEM = String.raw`(?:\d{1,3}(?:\s?[-–—]\s?\d{1,3})?|[*†‡§¶#]{1,3}|\p{L})`;
const MARK = new RegExp(String.raw`^\(?(${MARK_ITEM}(?:\s?[,;]\s?${MARK_ITEM})*)\)?([.,;:]?)$`, "u");
/** The last word, with the parts that hyphens and apostrophes join. */
const LAST_WORD = /(?:[\p{L}\p{M}]|[-‐'’](?=\p{L})){1,64}$/u;
const CLOSING = /[.,;:!?…"”“»›。、，；：！？」』》]$/u;
const CLOSING_APOSTROPHE = /\p{L}{2}['’]$/u;
const IN_BRACKETS = /[([（]([^()[\]（）]*)[)\]）]$/u;
const WORD_OR_YEAR = /\p{L}{3}|(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/u;
/** Letters of scripts without blanks between words, where one or two are a word and never a unit. */
const WHOLE_WORD_LETTER = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]$/u;

/** Longer than two letters and yet raised to a power. */
const POWER_BASES = new Set(
  "sin cos tan cot sec csc sinh cosh tanh log exp mol rad min bar inch inches foot feet yard yards mile miles meter meters metre metres".split(
    " ",
  ),
);
const POWER = /^[23n]$/i;
/** `XIXe`, `IIIa`: an ordinal. */
const ROMAN_NUMBER = /^[IVXLCDM]+$/i;
const LETTER = /^\p{L}$/u;

/**
 * Whether `mark`, raised text that stands at the end of `before` without a blank, refers to a note: `agreement⁷`,
 * `Smith¹,*`, `the end.”¹²`. Powers (`cm²`, `10³`, `(a+b)²`) and ordinals (`1st`, `XIXe`) are none. A parser writes a
 * note's mark as `noteMarkText` does, so that the word before it is found; all other raised text stays as it is.
 */
export function noteMarkBreak(before: string, mark: string): boolean {
  if (mark.length > MAX_MARK_CHARACTERS) return false;
  const label = MARK.exec(mark.trim())?.[1];
  return label !== undefined && canHaveNote(before.slice(-MAX_LOOKBACK), label);
}

/** A note's mark as text: `word` with the raised `14` is `word [14]`. */
export function noteMarkText(mark: string): string {
  const [, label = mark, punctuation = ""] = MARK.exec(mark.trim()) ?? [];
  return ` [${label}]${punctuation}`;
}

function canHaveNote(before: string, label: string): boolean {
  const word = LAST_WORD.exec(before)?.[0] ?? "";
  if (word !== "") return isNoted(word, label);
  const bracketed = IN_BRACKETS.exec(before)?.[1];
  if (bracketed !== undefined) return WORD_OR_YEAR.test(bracketed);
  if (!CLOSING.test(before)) return CLOSING_APOSTROPHE.test(before);
  // `1.º` and `D.ª` are short forms, whose letter is no mark.
  return !LETTER.test(label) || lettersOf(LAST_WORD.exec(before.slice(0, -1))?.[0] ?? "") >= MIN_WORD_LETTERS;
}

function isNoted(word: string, label: string): boolean {
  if (WHOLE_WORD_LETTER.test(word)) return true;
  if (POWER.test(label) && POWER_BASES.has(word.toLowerCase())) return false;
  if (LETTER.test(label) && ROMAN_NUMBER.test(word)) return false;
  // Units that are joined (`kg-m`) are no word; a word may end in a short part (`follow-up`).
  return word.split(/[-‐]/).some((part) => lettersOf(part) >= MIN_WORD_LETTERS);
}

const lettersOf = (word: string): number => word.replace(/\p{M}/gu, "").length;
