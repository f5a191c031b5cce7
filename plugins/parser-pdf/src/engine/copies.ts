import { cellOf, type LineWord } from "./line-cells.ts";
import type { PageCell, PageLine } from "./page-text.ts";

/** Maximum offset, in font sizes, of a second copy of a text (halo, shadow, fake bold by printing twice). */
export const MAX_OFFSET = 0.25;
/** Copies are drawn shortly after the original: number of preceding words or lines that are checked. */
const MAX_WORDS = 100;
const MAX_LINES = 8;
/**
 * Maximum gap, in font sizes, between the ink of letters of one word. Narrow digits leave part of their width empty.
 */
const SAME_WORD = 0.4;
const LETTER = /[\p{L}\p{M}]/u;

/** Whether another cell already has this text at this position. */
const isCopy = (text: PageCell, other: PageCell, size: number): boolean =>
  text.left > other.left - size * MAX_OFFSET &&
  text.right < other.right + size * MAX_OFFSET &&
  other.text.includes(text.text);

/** Whether a word is a second copy of one of the preceding words of its line. */
export const isCopiedWord = (word: PageCell, before: readonly PageCell[], size: number): boolean =>
  before.slice(-MAX_WORDS).some((other) => isCopy(word, other, size));

/** Adds a line, unless it is a copy of a recent line. Of two copies the one with more characters stays. */
export function addLine(line: PageLine, lines: PageLine[]): void {
  const start = Math.max(0, lines.length - MAX_LINES);
  for (let index = start; index < lines.length; index++) {
    const other = lines[index]!;
    if (other.angle !== line.angle || Math.abs(other.baseline - line.baseline) >= line.size * MAX_OFFSET) continue;
    if (other.cells.some((cell) => isCopy(line, cell, line.size))) return;
    if (!hasSameLetters(line, other, line.size)) continue;
    if (signsOf(line.text) > signsOf(other.text)) lines[index] = line;
    return;
  }
  lines.push(line);
}

/**
 * Adds a word that starts to the left of the last one. If it is the more complete copy of the last words, replaces
 * them.
 */
export function addOrReplaceCopy(words: LineWord[], word: LineWord, size: number): void {
  let start = words.length;
  const min = Math.max(0, words.length - MAX_WORDS);
  while (start > min && words[start - 1]!.left > word.left - size * MAX_OFFSET) start--;
  const overlapped = words.slice(start);
  if (overlapped.length > 0 && hasSameLetters(word, cellOf(overlapped), size)) {
    if (overlapped.reduce((sum, { text }) => sum + signsOf(text), 0) >= signsOf(word.text)) return;
    words.length = start;
  }
  words.push(word);
}

/** Whether two texts have the same position and letters. Punctuation and spaces can differ. */
const hasSameLetters = (text: PageCell, other: PageCell, size: number): boolean =>
  Math.abs(text.left - other.left) < size * MAX_OFFSET &&
  Math.abs(text.right - other.right) < size * MAX_OFFSET &&
  lettersOf(text.text) === lettersOf(other.text);

const signsOf = (text: string): number => text.replaceAll(" ", "").length;

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * Inserts the letters of a word that ends to the left of its start. Of a text that is drawn twice the engine drops
 * duplicates and appends the characters that only the second copy has ("1.0" over "1 0"): points and other signs are
 * moved back to their positions. Letters out of order are marks of other letters and stay unchanged.
 */
export function insertLetters(words: LineWord[], letters: readonly LineWord[], size: number): void {
  const isMark = letters.some(({ text, left }, at) => at > 0 && left < letters[at - 1]!.left && LETTER.test(text));
  const merged = [...letters];
  if (!isMark) {
    const edge = Math.min(...letters.map(({ left }) => left)) - size * SAME_WORD;
    const min = Math.max(0, words.length - MAX_WORDS);
    while (words.length > min && words.at(-1)!.right > edge) merged.push(words.pop()!);
    merged.sort((a, b) => a.left - b.left);
  }
  for (const [index, letter] of merged.entries()) {
    const last = words.at(-1);
    const isNew = isMark ? index === 0 : last === undefined || letter.left - last.right > size * SAME_WORD;
    if (isNew) words.push(letter);
    else
      words[words.length - 1] = {
        ...last!,
        text: last!.text + letter.text,
        right: Math.max(last!.right, letter.right),
      };
  }
}
