import type { Glyph } from "./find-glyphs.ts";

/** Sample size that is enough to characterise a page. */
const MAX_SAMPLE = 10_000;
/** Maximum distance of letters of one line, relative to their height. */
const MAX_DISTANCE = 1.5;
/** Maximum offset of the centres of letters of one line, relative to their height, with and without ascenders. */
const MAX_OFFSET = 0.5;
/** Maximum ratio of heights of letters of one font. */
const MAX_RATIO = 2;

/** Returns the components that are next to another one of similar size, as letters are. Lines can also be vertical. */
export function findLettering(glyphs: readonly Glyph[]): readonly Glyph[] {
  const stride = Math.ceil(glyphs.length / MAX_SAMPLE);
  const level = withNeighbours(glyphs, stride, "centreX", "centreY", "height");
  const upright = withNeighbours(glyphs, stride, "centreY", "centreX", "width");
  return level.length >= upright.length ? level : upright;
}

type Axis = "centreX" | "centreY";

function withNeighbours(
  glyphs: readonly Glyph[],
  stride: number,
  along: Axis,
  across: Axis,
  size: "height" | "width",
): readonly Glyph[] {
  const sorted = glyphs.toSorted((one, other) => one[along] - other[along]);
  return sorted.filter((glyph, index) => {
    if (index % stride !== 0) return false;
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next]!;
      if (other[along] - glyph[along] > MAX_DISTANCE * glyph[size]) return false;
      const ratio = other[size] / glyph[size];
      if (ratio > MAX_RATIO || ratio < 1 / MAX_RATIO) continue;
      if (Math.abs(other[across] - glyph[across]) <= MAX_OFFSET * Math.max(glyph[size], other[size])) return true;
    }
    return false;
  });
}
