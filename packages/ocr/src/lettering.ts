import type { Glyph } from "./find-glyphs.ts";

/** Enough to know a page by. */
const MAX_SAMPLE = 10_000;
/** Letters of one line stand closer than this many times their height. */
const MAX_DISTANCE = 1.5;
/** Centres of letters of one line differ by less of their height, with and without ascenders. */
const MAX_OFFSET = 0.5;
/** Letters of one font differ by less in height. */
const MAX_RATIO = 2;

/** The spots that stand beside another of their size, as letters do; lines may also run up or down the page. */
export function findLettering(glyphs: readonly Glyph[]): readonly Glyph[] {
  const stride = Math.ceil(glyphs.length / MAX_SAMPLE);
  const level = neighboured(glyphs, stride, "centreX", "centreY", "height");
  const upright = neighboured(glyphs, stride, "centreY", "centreX", "width");
  return level.length >= upright.length ? level : upright;
}

type Axis = "centreX" | "centreY";

function neighboured(
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
