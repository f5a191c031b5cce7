import { foldHan, foldHanPair } from "./han-variants.ts";

/**
 * Replacement rule of the index. It applies to each match of a pattern, or to the whole text if it doesn't change
 * positions.
 */
export interface FoldRule {
  readonly pattern: RegExp | undefined;
  readonly fold: (match: string) => string;
}

const DIGITS_PER_ROW = 16;
const SECOND_ROW_START = 6;
const NUMBER_BEFORE_SIGN = String.raw`(?<![\p{L}\p{M}\d.,×_@&‐‑-])\d+(?:[.,]\d+)?`;
/** Sign with an optional space on each side. */
const SIGN = "[ ]?[xX*×✕✖⨉⨯][ ]?";
const FURTHER_NUMBERS = String.raw`(?:${SIGN}\d+(?:[.,]\d+)?)+`;
/** Dimensions: `250 x 120 x 18`, `1920×1080`, `4*4`; not `0x20`, and not a sign at the end of a word (`5x faster`). */
const DIMENSIONS = new RegExp(
  String.raw`${NUMBER_BEFORE_SIGN}${FURTHER_NUMBERS}(?:\p{L}{1,2}\d?)?(?![\p{L}\p{N}])`,
  "gu",
);
const NUMBERS_OF_DIMENSIONS = new RegExp(String.raw`^[\d.,]+${FURTHER_NUMBERS}`);
const MAY_CONTAIN_DIMENSIONS = /\d ?[xX*×✕✖⨉⨯] ?\d/;
const ANY_SIGN = /[ ]?[xX*✕✖⨉⨯×][ ]?(?=\d)/g;
/** Decimal comma: three digits after a comma are thousands. */
const DECIMAL_COMMA = /,(?!\d{3}(?!\d))/g;
const HEXADECIMAL = /^0[xX](?=[^ ])/;

/** Letters that are interchanged on Arabic, Persian, Urdu and Kurdish keyboards, or that differ by omitted marks. */
const ARABIC_LETTERS: Readonly<Record<string, string>> = {
  ...all("ىیېێ", "ي"),
  ...all("کڪ", "ك"),
  ...all("ةہۂۃۀھە", "ه"),
  ...all("ٱ", "ا"),
  ...all("ڕ", "ر"),
  ...all("ڵ", "ل"),
  ...all("ۆ", "و"),
};

/** Distance of Katakana code points from the same Hiragana. */
const KANA_DISTANCE = 0x60;
const FIRST_KATAKANA = 0x30a1;
/** Full-size forms of `ヶ` and `ヵ`, which in names and after numbers are not small syllables. */
const SMALL_COUNTERS: Readonly<Record<string, string>> = { "\u3095": "か", "\u3096": "け" };
const VOICED_MARK = "\u3099";
const VOICED_REPETITION = "\u309e";

const folded = (map: Readonly<Record<string, string>>) => (match: string) => map[match] ?? match;
const nothing = (): string => "";
const repeated = (match: string): string => match[0]!.repeat(match.length);

const DIMENSION_RULE: FoldRule = { pattern: DIMENSIONS, fold: dimensions };

/** Rules for texts that contain a UTF-16 unit in given ranges. */
interface FoldGroup {
  readonly units: readonly (readonly [number, number])[];
  readonly rules: readonly FoldRule[];
}

const EMOJI: FoldGroup = {
  units: [
    [0x20e3, 0x20e3],
    [0xfe00, 0xfe0f],
    [0xd83c, 0xd83c],
    [0xdb40, 0xdb40],
  ],
  // Variation selectors of characters and emoji, skin tones, and the keycap around a digit.
  rules: [{ pattern: /[\ufe00-\ufe0f\u20e3]|\udb40[\udd00-\uddef]|\ud83c[\udffb-\udfff]/g, fold: nothing }],
};

const DIGITS: FoldGroup = {
  units: [
    [0x660, 0x1c59],
    [0xa620, 0xabf9],
    [0xd801, 0xd83e],
  ],
  rules: [{ pattern: /(?![0-9])\p{Nd}/gu, fold: asciiDigit }],
};

const ARABIC: FoldGroup = {
  units: [[0x600, 0x6ff]],
  rules: [
    { pattern: /[\u066b\u066c]/g, fold: folded({ "\u066b": ".", "\u066c": "," }) },
    { pattern: /(?<=\d)\u060c(?=\d)/g, fold: () => "," },
    {
      pattern: /[\u0671\u0649\u06cc\u06d0\u06ce\u06a9\u06aa\u0629\u06c0-\u06c3\u06be\u06d5\u0695\u06b5\u06c6]/g,
      fold: folded(ARABIC_LETTERS),
    },
  ],
};

const HEBREW: FoldGroup = {
  units: [[0x5d0, 0x5f4]],
  rules: [
    // Abbreviations have a mark before their last letters; in `ב"הארץ"` the mark precedes a quoted word.
    { pattern: /(?<=[\u05d0-\u05ea])\u05f4(?=[\u05d0-\u05ea])/g, fold: nothing },
    { pattern: /(?<=[\u05d0-\u05ea])["“”](?=[\u05d0-\u05ea](?![\u05d0-\u05ea"“”]))/g, fold: nothing },
    { pattern: /(?<=[\u05d0-\u05ea]{2})["“”](?=[\u05d0-\u05ea]{2,4}(?![\u05d0-\u05ea"“”]))/g, fold: nothing },
    { pattern: /\u05f3/g, fold: () => "'" },
  ],
};

const HAN: FoldGroup = { units: [[0x3400, 0x9fff]], rules: [{ pattern: undefined, fold: foldHan }] };

const HAN_PAIRS: FoldGroup = {
  units: [[0xd840, 0xd8ff]],
  rules: [{ pattern: /[\ud840-\ud8ff][\udc00-\udfff]/g, fold: foldHanPair }],
};

const HAN_REPETITION: FoldGroup = {
  units: [[0x3005, 0x3005]],
  rules: [{ pattern: /[\u3400-\u9fff]\u3005+/g, fold: repeated }],
};

const KANA: FoldGroup = {
  units: [[0x3041, 0x30fe]],
  rules: [
    // The long vowel mark at the end of a Katakana word is optional (`コンピューター`); a short word without it is a different
    // word.
    { pattern: /(?<=[\u30a1-\u30f6][\u30a1-\u30f6\u30fc]{2})\u30fc(?![\u30a1-\u30f6\u30fc])/g, fold: nothing },
    { pattern: /[\u3095\u3096\u30a1-\u30f6\u30fd\u30fe]+/g, fold: hiragana },
    { pattern: /[\u3041-\u3096][\u309d\u309e]+/g, fold: repeatedKana },
  ],
};

/**
 * Rule groups, in order of application. Folding is idempotent. A match inspects few characters, so that the time is
 * linear in the text's length.
 */
const FOLD_GROUPS: readonly FoldGroup[] = [EMOJI, DIGITS, ARABIC, HEBREW, HAN, HAN_PAIRS, HAN_REPETITION, KANA];

/** Bitmap by UTF-16 unit: one bit for each group that has rules for texts with the unit. */
const GROUPS_OF_UNITS = new Uint8Array(0x10000);
for (const [index, { units }] of FOLD_GROUPS.entries())
  for (const [first, last] of units) for (let unit = first; unit <= last; unit++) GROUPS_OF_UNITS[unit]! |= 1 << index;

/** Folds spelling variants of characters into one form. Expects the output of `normalizeText`. */
export const foldVariants = (text: string): string => rulesOf(text).reduce(foldBy, text);

/** Returns the rules that can change a text. */
export function rulesOf(text: string): readonly FoldRule[] {
  const groups = groupsOf(text);
  const rules = groups === 0 ? [] : FOLD_GROUPS.flatMap((group, index) => (groups & (1 << index) ? group.rules : []));
  return (groups & MAY_FORM_DIMENSIONS) !== 0 || MAY_CONTAIN_DIMENSIONS.test(text) ? [...rules, DIMENSION_RULE] : rules;
}

/**
 * Groups that can make a text match `MAY_CONTAIN_DIMENSIONS`: digits of other scripts, and selectors next to a digit or a
 * sign.
 */
const MAY_FORM_DIMENSIONS = groupBit(DIGITS) | groupBit(EMOJI);
/** Pre-check: ASCII text needs no rule group, and neither does text in Latin, Greek or Cyrillic script. */
const NON_ASCII = /[\u0080-\uffff]/;

function groupBit(group: FoldGroup): number {
  return 1 << FOLD_GROUPS.indexOf(group);
}

function groupsOf(text: string): number {
  let groups = 0;
  if (NON_ASCII.test(text))
    for (let index = 0; index < text.length; index++) groups |= GROUPS_OF_UNITS[text.charCodeAt(index)]!;
  return groups;
}

function foldBy(text: string, { pattern, fold }: FoldRule): string {
  return pattern === undefined ? fold(text) : text.replace(pattern, fold);
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  const row = code - (code % DIGITS_PER_ROW);
  // The digits of a script occupy positions 0 to 9 or 6 to 15 of a row of sixteen.
  const zero = isDigit(row) ? row : row + SECOND_ROW_START;
  return String(code - zero);
}

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

function hiragana(run: string): string {
  let result = "";
  for (let index = 0; index < run.length; index++) {
    const code = run.charCodeAt(index);
    const syllable = String.fromCharCode(code < FIRST_KATAKANA ? code : code - KANA_DISTANCE);
    result += SMALL_COUNTERS[syllable] ?? syllable;
  }
  return result;
}

/** Expands repetition marks: `ゝ` repeats a syllable without its voiced mark, `ゞ` with one. */
function repeatedKana(match: string): string {
  const base = match[0]!.normalize("NFD")[0]!;
  const rest = Array.from(match.slice(1), (mark) => (mark === VOICED_REPETITION ? base + VOICED_MARK : base));
  return (match[0]! + rest.join("")).normalize("NFC");
}

/** Normalises dimensions: the same sign between all numbers, a decimal point, and a separate unit. */
function dimensions(match: string): string {
  if (HEXADECIMAL.test(match)) return match;
  const [numbers] = NUMBERS_OF_DIMENSIONS.exec(match)!;
  const unit = match.slice(numbers.length);
  return numbers.replaceAll(ANY_SIGN, "×").replaceAll(DECIMAL_COMMA, ".") + (unit === "" ? "" : ` ${unit}`);
}

function all(letters: string, fold: string): Record<string, string> {
  return Object.fromEntries(Array.from(letters, (letter) => [letter, fold]));
}
