import type { PageLine } from "../engine/page-text.ts";

/** Maximum size of notes relative to the text. */
const NOTE_SCALE = 0.92;
const NOTE_START = /^(?:\[?\d{1,3}[\])]?|\(\d{1,3}\)|[*†‡§¹²³⁴-⁹])\s?\S/;

/**
 * Moves footnotes that the file draws early after the text of the page: small lines that begin with a mark and are
 * below all text that follows them.
 */
export function notesLast(lines: readonly PageLine[], bodySize: number): readonly PageLine[] {
  const isSmall = (line: PageLine): boolean => line.size <= bodySize * NOTE_SCALE;
  if (!lines.some((line) => isSmall(line) && NOTE_START.test(line.text))) return lines;
  const lowestFrom = lowestOf(lines, (line) => !isSmall(line));
  const text: PageLine[] = [];
  const notes: PageLine[] = [];
  for (let start = 0, end = 1; start < lines.length; start = end++) {
    const first = lines[start]!;
    while (isSmall(first) && end < lines.length && isSmall(lines[end]!)) end++;
    const run = lines.slice(start, end);
    const isNote =
      isSmall(first) && NOTE_START.test(first.text) && run.every((line) => line.baseline < lowestFrom[end]!);
    (isNote && lowestFrom[end] !== Infinity ? notes : text).push(...run);
  }
  return notes.length === 0 ? lines : [...text, ...notes];
}

/** Returns, for each index, the lowest baseline of the chosen lines from there on, or Infinity if there is none. */
function lowestOf(lines: readonly PageLine[], isChosen: (line: PageLine) => boolean): number[] {
  const lowest = Array.from({ length: lines.length + 1 }, () => Infinity);
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]!;
    lowest[index] = isChosen(line) ? Math.min(lowest[index + 1]!, line.baseline) : lowest[index + 1]!;
  }
  return lowest;
}
