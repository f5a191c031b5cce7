import type { PageLine } from "../engine/page-text.ts";

/** Notes are set this much smaller than the text, or more. */
const NOTE_SCALE = 0.92;
const NOTE_START = /^(?:\[?\d{1,3}[\])]?|\(\d{1,3}\)|[*†‡§¹²³⁴-⁹])\s?\S/;

/**
 * Puts notes at the foot of a page behind its text where the file draws them before: small lines that begin with a mark
 * and stand below all text that follows them.
 */
export function notesLast(lines: readonly PageLine[], bodySize: number): readonly PageLine[] {
  const isSmall = (line: PageLine): boolean => line.size <= bodySize * NOTE_SCALE;
  if (!lines.some((line) => isSmall(line) && NOTE_START.test(line.text))) return lines;
  const lowestBehind = lowestOf(lines, (line) => !isSmall(line));
  const text: PageLine[] = [];
  const notes: PageLine[] = [];
  for (let start = 0, end = 1; start < lines.length; start = end++) {
    const first = lines[start]!;
    while (isSmall(first) && end < lines.length && isSmall(lines[end]!)) end++;
    const run = lines.slice(start, end);
    const isNote =
      isSmall(first) && NOTE_START.test(first.text) && run.every((line) => line.baseline < lowestBehind[end]!);
    (isNote && lowestBehind[end] !== Infinity ? notes : text).push(...run);
  }
  return notes.length === 0 ? lines : [...text, ...notes];
}

/** The lowest baseline of the chosen lines from each place on; without one, Infinity. */
function lowestOf(lines: readonly PageLine[], isChosen: (line: PageLine) => boolean): number[] {
  const lowest = Array.from({ length: lines.length + 1 }, () => Infinity);
  for (let place = lines.length - 1; place >= 0; place--) {
    const line = lines[place]!;
    lowest[place] = isChosen(line) ? Math.min(lowest[place + 1]!, line.baseline) : lowest[place + 1]!;
  }
  return lowest;
}
