/** Any other character; it ends a word. */
export const OTHER = 0;
/** Letter, digit or mark of a script that writes spaces between words. */
export const WORD = 1;
/** Letter of a script that is indexed as bigrams: no spaces between words, or (Hangul) endings glued to words. */
export const UNSEGMENTED = 2;
/** Emoji; each is a word. */
export const EMOJI = 3;
/** Half of a surrogate pair: `classAt` checks the pair. */
const SURROGATE = 4;

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;
const UNSEGMENTED_CHARACTER =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const COMMON_DIGIT = /[0-9]/;
/** Excludes arrows, bullets, list marks and trademark signs, which are not searched for. */
const EMOJI_CHARACTER =
  /\p{Emoji_Presentation}|(?=[\u2600-\u2712\u2721-\u2793\u{1f000}-\u{1ffff}])\p{Extended_Pictographic}/u;
/** Regional indicators; two of them form a flag. */
const REGIONAL_INDICATOR = /\p{Regional_Indicator}/u;

/** Class per UTF-16 unit. ASCII is filled at once, the rest when the first text needs it (about 20 ms). */
const classes = new Uint8Array(0x10000);
let isComplete = false;
fill(0, 0x80);

/** Returns the class of the character at `index`; both halves of a surrogate pair give the class of the pair. */
export function classAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code >= 0x80 && !isComplete) {
    fill(0x80, 0x10000);
    isComplete = true;
  }
  const found = classes[code]!;
  return found === SURROGATE ? classOfPair(text, index) : found;
}

function classOfPair(text: string, index: number): number {
  const isSecondHalf = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
  return classify(String.fromCodePoint(text.codePointAt(isSecondHalf ? index - 1 : index) ?? 0));
}

function fill(from: number, to: number): void {
  for (let code = from; code < to; code++) {
    classes[code] = (code & 0xf800) === 0xd800 ? SURROGATE : classify(String.fromCharCode(code));
  }
}

function classify(character: string): number {
  if (REGIONAL_INDICATOR.test(character)) return UNSEGMENTED;
  if (!WORD_CHARACTER.test(character)) return EMOJI_CHARACTER.test(character) ? EMOJI : OTHER;
  return UNSEGMENTED_CHARACTER.test(character) && !COMMON_DIGIT.test(character) ? UNSEGMENTED : WORD;
}
