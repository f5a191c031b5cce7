import { cellOf, type LineWord } from "./line-cells.ts";
import type { PageCell, PageLine } from "./page-text.ts";

/** A copy of a text (a halo, a shadow, a bold look by printing twice) is off by no more than this many font sizes. */
export const MAX_OFFSET = 0.25;
/** Copies are drawn close behind each other: so many words or lines before are looked at. */
const MAX_WORDS = 100;
const MAX_LINES = 8;
/** Letters whose ink is no further apart than this many font sizes are of one word: thin figures leave some of their width. */
const SAME_WORD = 0.4;
const LETTER = /[\p{L}\p{M}]/u;

/** Whether a text stands where the other has it already. */
const isCopy = (text: PageCell, other: PageCell, size: number): boolean =>
  text.left > other.left - size * MAX_OFFSET &&
  text.right < other.right + size * MAX_OFFSET &&
  other.text.includes(text.text);

/** Whether a word is drawn once more behind those words of its line. */
export const isCopiedWord = (word: PageCell, before: readonly PageCell[], size: number): boolean =>
  before.slice(-MAX_WORDS).some((other) => isCopy(word, other, size));

/** Adds a line, unless it is drawn once more; the fuller of two copies stays. */
export function addLine(line: PageLine, lines: PageLine[]): void {
  const start = Math.max(0, lines.length - MAX_LINES);
  for (let place = start; place < lines.length; place++) {
    const other = lines[place]!;
    if (other.angle !== line.angle || Math.abs(other.baseline - line.baseline) >= line.size * MAX_OFFSET) continue;
    if (other.cells.some((cell) => isCopy(line, cell, line.size))) return;
    if (!hasSameLetters(line, other, line.size)) continue;
    if (signsOf(line.text) > signsOf(other.text)) lines[place] = line;
    return;
  }
  lines.push(line);
}

/** Adds a word that stands further back than the last one: in place of the words whose fuller copy it is. */
export function addFuller(words: LineWord[], word: LineWord, size: number): void {
  let start = words.length;
  const least = Math.max(0, words.length - MAX_WORDS);
  while (start > least && words[start - 1]!.left > word.left - size * MAX_OFFSET) start--;
  const under = words.slice(start);
  if (under.length > 0 && hasSameLetters(word, cellOf(under), size)) {
    if (under.reduce((sum, { text }) => sum + signsOf(text), 0) >= signsOf(word.text)) return;
    words.length = start;
  }
  words.push(word);
}

/** Whether a text has the other's place and letters: signs and blanks may differ. */
const hasSameLetters = (text: PageCell, other: PageCell, size: number): boolean =>
  Math.abs(text.left - other.left) < size * MAX_OFFSET &&
  Math.abs(text.right - other.right) < size * MAX_OFFSET &&
  lettersOf(text.text) === lettersOf(other.text);

const signsOf = (text: string): number => text.replaceAll(" ", "").length;

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * Adds the letters of a word that ends before it begins. Of a text that is drawn twice the engine leaves out what it has
 * already, and gives what only the second copy has ("1.0" over "1 0") behind the first: points and signs go back to
 * their places. Letters out of order are marks of others, and stay.
 */
export function putBack(words: LineWord[], letters: readonly LineWord[], size: number): void {
  const isMark = letters.some(({ text, left }, at) => at > 0 && left < letters[at - 1]!.left && LETTER.test(text));
  const pieces = [...letters];
  if (!isMark) {
    const edge = Math.min(...letters.map(({ left }) => left)) - size * SAME_WORD;
    const least = Math.max(0, words.length - MAX_WORDS);
    while (words.length > least && words.at(-1)!.right > edge) pieces.push(words.pop()!);
    pieces.sort((a, b) => a.left - b.left);
  }
  for (const [index, piece] of pieces.entries()) {
    const last = words.at(-1);
    const isNew = isMark ? index === 0 : last === undefined || piece.left - last.right > size * SAME_WORD;
    if (isNew) words.push(piece);
    else
      words[words.length - 1] = { ...last!, text: last!.text + piece.text, right: Math.max(last!.right, piece.right) };
  }
}
