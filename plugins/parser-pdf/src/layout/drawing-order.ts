import type { PageLine } from "../engine/page-text.ts";

/** Baselines that differ by less than this many font sizes are at one height. */
const SAME_HEIGHT = 0.3;
/** A page of more lines is made to keep a reader busy. */
const MAX_LINES = 2_000;
/** A line that goes back up by more than this many font sizes is drawn late. */
const MIN_RISE = 1;
/** Text of one column: hardly a line stands beside others. */
const MAX_BESIDE_SHARE = 0.1;

/**
 * The lines of a page of one column from top to bottom, where the file draws some of them late: browsers draw headings and
 * what is positioned behind the text around them.
 */
export function inOneColumn(lines: readonly PageLine[]): readonly PageLine[] {
  if (lines.length < 3 || lines.length > MAX_LINES) return lines;
  const isLate = lines.some(
    (line, index) => index > 0 && line.baseline > lines[index - 1]!.baseline + line.size * MIN_RISE,
  );
  const [first] = lines as [PageLine];
  if (!isLate || lines.some(({ angle, mirroredIn }) => angle !== first.angle || mirroredIn !== undefined)) return lines;
  const ordered = lines.toSorted((one, other) => other.baseline - one.baseline);
  const beside = ordered.filter((line, index) => {
    const above = ordered[index - 1];
    return above !== undefined && above.baseline - line.baseline < Math.max(line.size, above.size) * SAME_HEIGHT;
  });
  if (beside.length > lines.length * MAX_BESIDE_SHARE || hasColumns(ordered)) return lines;
  // Lines at one height stay as they are drawn.
  return ordered;
}

/** Whether a line ends before others begin, further up or down: columns may keep different distances of lines. */
function hasColumns(lines: readonly PageLine[]): boolean {
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const middle = (left + right) / 2;
  const inLeft = lines.filter((line) => line.right <= middle).length;
  const inRight = lines.filter((line) => line.left >= middle).length;
  return inRight > lines.length * MAX_BESIDE_SHARE && inLeft > lines.length * MAX_BESIDE_SHARE;
}
