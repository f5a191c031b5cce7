import type { LineBox } from "@quarry/plugin";
import type { PageLine, PageSheet } from "../engine/page-text.ts";

/** How far letters reach above and below their baseline, in font sizes: what most fonts need with accents. */
const ASCENT = 0.84;
const DESCENT = 0.24;

/**
 * Where some lines that make one text stand on their page as it is shown, from its upper left corner, as one box; none where
 * they stand outside of it.
 */
export function placeOf(lines: readonly PageLine[], sheet: PageSheet, start = 0): readonly LineBox[] {
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

/** Two opposite corners. */
function cornersOf(line: PageLine, sheet: PageSheet): readonly (readonly [number, number])[] {
  const { angle, cells, baseline, size, top = baseline, mirroredIn } = line;
  let left = cells.reduce((least, cell) => Math.min(least, cell.left), line.left);
  let right = cells.reduce((most, cell) => Math.max(most, cell.right), line.right);
  if (mirroredIn !== undefined) [left, right] = [mirroredIn - right, mirroredIn - left];
  return [
    shown(left, Math.max(top, baseline) + size * ASCENT, angle, sheet),
    shown(right, Math.min(top, baseline) - size * DESCENT, angle, sheet),
  ];
}

/** Damaged files turn text by what is no number. */
const NOWHERE = [Number.NaN, Number.NaN] as const;

/** A point along and across the direction of a line, as a share of the page as it is shown. */
function shown(along: number, across: number, angle: number, sheet: PageSheet): readonly [number, number] {
  const { width, height, rotation } = sheet;
  // From the lower left corner of the page as the file has it.
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
