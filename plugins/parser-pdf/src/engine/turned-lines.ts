import type { PageLine } from "./page-text.ts";

/** Lines that begin within so many font sizes of each other begin at one height. */
const SAME_START = 1;

/**
 * Puts lines that are shown running downwards in the order in which they are drawn. The engine takes those that begin
 * at one height for pieces of one line and sorts them from left to right; such lines are read from right to left.
 * `rotation` is how the page is turned to be shown, clockwise in degrees.
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
