import type { Glyph } from "./find-glyphs.ts";

/** Maximum skew of pages on scanners. Beyond it other angles match equally well. */
const MAX_DEGREES = 15;
const COARSE_STEP = 0.5;
const FINE_STEP = 0.1;
/** Fewer letters can be aligned by chance. */
const MIN_GLYPHS = 40;
/** Maximum letters used. More cost time and don't improve the result. */
const MAX_GLYPHS = 4_000;
/** Minimum factor by which the alignment must improve on that of the unrotated page. */
const MIN_GAIN = 1.2;

/**
 * Returns the skew of the text lines in degrees clockwise, i.e. the angle at which the letters are aligned best
 * (projection profile). Returns 0 if no angle stands out. Lines can also be vertical.
 */
export function findSkew(glyphs: readonly Glyph[], letterHeight: number): number {
  if (glyphs.length < MIN_GLYPHS) return 0;
  const stride = Math.ceil(glyphs.length / MAX_GLYPHS);
  const sample = glyphs.filter((_, index) => index % stride === 0);
  const binSize = Math.max(1, letterHeight / 2);
  const alignment = (degrees: number): number =>
    Math.max(alignmentAt(sample, degrees, binSize, false), alignmentAt(sample, degrees, binSize, true));
  const coarse = bestAngle(alignment, -MAX_DEGREES, MAX_DEGREES, COARSE_STEP);
  const fine = bestAngle(alignment, coarse - COARSE_STEP, coarse + COARSE_STEP, FINE_STEP);
  return alignment(fine) >= MIN_GAIN * alignment(0) ? fine : 0;
}

function bestAngle(alignment: (degrees: number) => number, from: number, to: number, step: number): number {
  let best = { degrees: 0, value: -1 };
  for (let degrees = from; degrees <= to; degrees += step) {
    const value = alignment(degrees);
    if (value > best.value) best = { degrees, value };
  }
  return best.degrees;
}

/** Returns the sum of squared letter counts of the page's strips, with strips skewed by `degrees`. */
function alignmentAt(glyphs: readonly Glyph[], degrees: number, binSize: number, isUpright: boolean): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const counts = new Map<number, number>();
  let sum = 0;
  for (const { centreX, centreY } of glyphs) {
    const offset = isUpright ? centreX + centreY * slope : centreY - centreX * slope;
    const bin = Math.round(offset / binSize);
    const count = counts.get(bin) ?? 0;
    sum += 2 * count + 1;
    counts.set(bin, count + 1);
  }
  return sum;
}
