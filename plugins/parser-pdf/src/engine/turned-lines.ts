import type { PageLine } from "./page-text.ts";

/** Maximum distance, in font sizes, of the starts of lines that begin at the same height. */
const SAME_START = 1;

/**
 * Restores the drawing order of lines that are displayed running downwards. The engine takes lines that begin at the
 * same height for parts of one line and sorts them from left to right, but they are read from right to left. `rotation`
 * is the page's rotation for display, clockwise in degrees.
 */
export function inDrawnOrder(lines: readonly PageLine[], rotation: number): readonly PageLine[] {
  const isDownwards = ({ angle }: PageLine): boolean => (angle - rotation + 360) % 360 === 270;
  if (!lines.some(isDownwards)) return lines;
  const result: PageLine[] = [];
  for (let start = 0, end = 1; start < lines.length; start = end++) {
    const first = lines[start]!;
    while (isDownwards(first) && end < lines.length && isSortedUpwards(lines[end - 1]!, lines[end]!, first)) end++;
    result.push(...lines.slice(start, end).toReversed());
  }
  return result;
}

const isSortedUpwards = (last: PageLine, line: PageLine, first: PageLine): boolean =>
  line.angle === first.angle &&
  line.baseline > last.baseline + last.size / 2 &&
  Math.abs(line.left - first.left) < first.size * SAME_START;
