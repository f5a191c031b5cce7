/** Characters inspected before a mark: a word and its brackets. */
const MAX_LOOKBACK = 64;
/** Maximum length of a mark: a dozen numbers with their commas. */
const MAX_MARK_CHARACTERS = 48;
/** Minimum letters of a word that is neither a unit (`kg`, `cm`) nor a variable. */
const MIN_WORD_LETTERS = 3;

const MARK_ITEM = String.raw`(?:\d{1,3}(?:\s?[-–—]\s?\d{1,3})?|[*†‡§¶#]{1,3}|\p{L})`;
const MARK = new RegExp(String.raw`^\(?(${MARK_ITEM}(?:\s?[,;]\s?${MARK_ITEM})*)\)?([.,;:]?)$`, "u");
/** Last word, with its parts joined by hyphens and apostrophes. */
const LAST_WORD = /(?:[\p{L}\p{M}]|[-‐'’](?=\p{L})){1,64}$/u;
const CLOSING = /[.,;:!?…"”“»›。、，；：！？」』》]$/u;
const CLOSING_APOSTROPHE = /\p{L}{2}['’]$/u;
const IN_BRACKETS = /[([（]([^()[\]（）]*)[)\]）]$/u;
const WORD_OR_YEAR = /\p{L}{3}|(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/u;
/** Letters of scripts without blanks between words, where one or two letters are a word and never a unit. */
const WHOLE_WORD_LETTER = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]$/u;

/** Names of more than two letters that are nevertheless raised to a power. */
const POWER_BASES = new Set(
  "sin cos tan cot sec csc sinh cosh tanh log exp mol rad min bar inch inches foot feet yard yards mile miles meter meters metre metres".split(
    " ",
  ),
);
const POWER = /^[23n]$/i;
/** Roman numerals: `XIXe`, `IIIa` are ordinals. */
const ROMAN_NUMBER = /^[IVXLCDM]+$/i;
const LETTER = /^\p{L}$/u;

/**
 * Whether `mark`, superscript text directly after `before`, refers to a note: `agreement⁷`, `Smith¹,*`, `the end.”¹²`.
 * Powers (`cm²`, `10³`, `(a+b)²`) and ordinals (`1st`, `XIXe`) do not. A parser writes a note mark with `noteMarkText`,
 * so that the word before it is found; other superscript text stays unchanged.
 */
export function noteMarkBreak(before: string, mark: string): boolean {
  if (mark.length > MAX_MARK_CHARACTERS) return false;
  const label = MARK.exec(mark.trim())?.[1];
  return label !== undefined && canHaveNote(before.slice(-MAX_LOOKBACK), label);
}

/** Returns a note mark as text: `word` with superscript `14` becomes `word [14]`. */
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
  // `1.º` and `D.ª` are abbreviations, whose letter is not a mark.
  return !LETTER.test(label) || lettersOf(LAST_WORD.exec(before.slice(0, -1))?.[0] ?? "") >= MIN_WORD_LETTERS;
}

function isNoted(word: string, label: string): boolean {
  if (WHOLE_WORD_LETTER.test(word)) return true;
  if (POWER.test(label) && POWER_BASES.has(word.toLowerCase())) return false;
  if (LETTER.test(label) && ROMAN_NUMBER.test(word)) return false;
  // Joined units (`kg-m`) are not a word; a word can end in a short part (`follow-up`).
  return word.split(/[-‐]/).some((part) => lettersOf(part) >= MIN_WORD_LETTERS);
}

const lettersOf = (word: string): number => word.replace(/\p{M}/gu, "").length;
