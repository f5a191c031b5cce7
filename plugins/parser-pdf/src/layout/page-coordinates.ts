import type { LineBox } from "@quarry/plugin";
import type { PageLine, PageSheet } from "../engine/page-text.ts";

/** Height of letters above and below their baseline, in font sizes, sufficient for most fonts with accents. */
const ASCENT = 0.84;
const DESCENT = 0.24;

/**
 * Returns the bounding box of the lines of one text on the displayed page, measured from its upper left corner. Returns
 * none if they are outside the page.
 */
export function lineBoxOf(lines: readonly PageLine[], sheet: PageSheet, start = 0): readonly LineBox[] {
  if (lines.length === 0) return [];
  let [x0, y0, x1, y1] = [1, 1, 0, 0];
  for (const line of lines) {
    for (const [x, y] of cornersOf(line, sheet)) {
      x0 = Math.min(x0, x);
      y0 = Math.min(y0, y);
      x1 = Math.max(x1, x);
      y1 = Math.max(y1, y);
    }
  }
  const box = { start, x0: withinPage(x0), y0: withinPage(y0), x1: withinPage(x1), y1: withinPage(y1) };
  return box.x0 < box.x1 && box.y0 < box.y1 ? [box] : [];
}

/** Returns two opposite corners of a line. */
function cornersOf(line: PageLine, sheet: PageSheet): readonly (readonly [number, number])[] {
  const { angle, cells, baseline, size, top = baseline, mirroredIn } = line;
  let left = cells.reduce((min, cell) => Math.min(min, cell.left), line.left);
  let right = cells.reduce((max, cell) => Math.max(max, cell.right), line.right);
  if (mirroredIn !== undefined) [left, right] = [mirroredIn - right, mirroredIn - left];
  return [
    toPageShares(left, Math.max(top, baseline) + size * ASCENT, angle, sheet),
    toPageShares(right, Math.min(top, baseline) - size * DESCENT, angle, sheet),
  ];
}

/** Position for invalid angles: damaged files rotate text by values that are not numbers. */
const NOWHERE = [Number.NaN, Number.NaN] as const;

/** Converts a point along and across a line's direction to shares of the displayed page. */
function toPageShares(along: number, across: number, angle: number, sheet: PageSheet): readonly [number, number] {
  const { width, height, rotation } = sheet;
  // Coordinates from the lower left corner of the page in the file.
  const [x, y] =
    (
      [
        [along, across],
        [width - across, along],
        [width - along, height - across],
        [across, height - along],
      ] as const
    )[angle / 90] ?? NOWHERE;
  const [right, down] = [x / width, 1 - y / height];
  return (
    (
      [
        [right, down],
        [1 - down, right],
        [1 - right, 1 - down],
        [down, 1 - right],
      ] as const
    )[rotation / 90] ?? NOWHERE
  );
}

const withinPage = (share: number): number => Math.min(1, Math.max(0, share));
