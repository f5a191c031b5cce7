import type { PageLine } from "../engine/page-text.ts";

/** Maximum difference of baselines at the same height, in font sizes. */
const SAME_HEIGHT = 0.3;
/** A page with more lines is made to keep a parser busy. */
const MAX_LINES = 2_000;
/** A line that is higher than its predecessor by more than this many font sizes is drawn late. */
const MIN_RISE = 1;
/** Maximum share of lines next to others in text of one column. */
const MAX_SAME_HEIGHT_SHARE = 0.1;

/**
 * Sorts the lines of a single-column page from top to bottom if the file draws some of them late. Browsers draw
 * headings and positioned content after the text around them.
 */
export function inOneColumn(lines: readonly PageLine[]): readonly PageLine[] {
  if (lines.length < 3 || lines.length > MAX_LINES) return lines;
  const isLate = lines.some(
    (line, index) => index > 0 && line.baseline > lines[index - 1]!.baseline + line.size * MIN_RISE,
  );
  const [first] = lines as [PageLine];
  if (!isLate || lines.some(({ angle, mirroredIn }) => angle !== first.angle || mirroredIn !== undefined)) return lines;
  const ordered = lines.toSorted((one, other) => other.baseline - one.baseline);
  const sameHeight = ordered.filter((line, index) => {
    const above = ordered[index - 1];
    return above !== undefined && above.baseline - line.baseline < Math.max(line.size, above.size) * SAME_HEIGHT;
  });
  if (sameHeight.length > lines.length * MAX_SAME_HEIGHT_SHARE || hasColumns(ordered)) return lines;
  // Lines at the same height keep their drawing order.
  return ordered;
}

/**
 * Whether a considerable share of the lines is entirely in the left half, and another in the right half. Columns can
 * have different line distances.
 */
function hasColumns(lines: readonly PageLine[]): boolean {
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const middle = (left + right) / 2;
  const inLeft = lines.filter((line) => line.right <= middle).length;
  const inRight = lines.filter((line) => line.left >= middle).length;
  return inRight > lines.length * MAX_SAME_HEIGHT_SHARE && inLeft > lines.length * MAX_SAME_HEIGHT_SHARE;
}
