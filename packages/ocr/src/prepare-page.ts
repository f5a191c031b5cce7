import { findGlyphs, type Glyph } from "./find-glyphs.ts";
import { findSkew } from "./find-skew.ts";
import { flattenBackgrounds } from "./flatten-grounds.ts";
import { flattenLight } from "./flatten-light.ts";
import type { GreyImage } from "./grey-image.ts";
import { invert, measureInk } from "./ink.ts";
import { findLettering } from "./lettering.ts";
import { removeSpecks, smooth, smoothGrain } from "./remove-noise.ts";
import { resample, type Resampling } from "./resample.ts";

/** Minimum contrast: a page with less has nothing legible on it. */
const MIN_CONTRAST = 12;
/** Fewer letters don't allow an estimate of their size. */
const MIN_LETTERS = 8;
/**
 * Minimum share of components that are next to others. Photos have less, text with pictures twice as much, pages .6.
 */
const MIN_LETTER_SHARE = 0.15;
/** Lower-case letters without ascenders below this height are enlarged: the engine would miss whole lines. */
const MIN_LETTER_HEIGHT = 16;
/** The same for pictures smaller than a scanned page. */
const MIN_PICTURE_LETTER_HEIGHT = 14;
/**
 * The same for joined scripts, in which whole word parts including marks are measured. On one page .90 to .92 of the
 * words were found at 27 to 30, and .87 to .88 without enlargement.
 */
const MIN_JOINED_HEIGHT = 29;
/** A larger enlargement reveals nothing more. */
const MAX_ENLARGEMENT = 4;
/** Letters above this height are reduced: they are not read better, only slower and with more memory. */
const MAX_LETTER_HEIGHT = 32;
const REDUCED_LETTER_HEIGHT = 24;
/** The engine handles smaller skew itself. */
const MIN_SKEW_DEGREES = 1;
/** Limits the engine's memory of about 20 bytes per pixel. A4 at 300 dpi has 8.7 million pixels, A3 17.4 million. */
const MAX_PIXELS = 20_000_000;
/** Maximum side length that the engine accepts. */
const MAX_SIDE = 30_000;
/**
 * Number of smoothing passes. Edges sharper than those of a scanner are read worse: on 8 pages .983 of the words
 * unsmoothed, .992 smoothed twice.
 */
const SMOOTHINGS = 2;
/** Smaller pictures are not scanned pages but covers and icons, in which soft edges turn ornaments into letters. */
const MIN_SCAN_PIXELS = 400_000;
/** Letters enlarged by at least this factor are already soft; smoothing makes those of 8 pixels illegible. */
const SOFTENING_SCALE = 1.5;
/** Target resolution of a page whose letters can't be measured. */
const READABLE_DOTS_PER_INCH = 200;

/** A prepared page, with the transformation applied to the original picture. */
export interface PreparedPage extends Pick<Resampling, "scale" | "degrees"> {
  readonly image: GreyImage;
}

/**
 * Prepares a page for the engine: evenly lit, without specks and heavy grain, dark on light, deskewed to a degree,
 * letters of medium size with soft edges. Returns undefined if the page is blank.
 */
export function preparePage(original: GreyImage, hasJoinedLetters = false): PreparedPage | undefined {
  // Before any thresholding: a shadow or grain would be taken for a dark background or letters. Backgrounds come first,
  // because a coloured bar would be taken for a shadow.
  let image = smoothGrain(removeSpecks(flattenLight(flattenBackgrounds(original))));
  let ink = measureInk(image);
  if (ink.contrast < MIN_CONTRAST) return undefined;
  if (ink.isDarkGround) {
    image = invert(image);
    ink = measureInk(image);
  }
  const glyphs = findGlyphs(image, ink.threshold);
  if (glyphs.length === 0) return undefined;
  const letters = findLettering(glyphs);
  const isText = letters.length >= Math.max(MIN_LETTERS, glyphs.length * MIN_LETTER_SHARE);
  const isScan = image.width * image.height >= MIN_SCAN_PIXELS;
  const minHeight = hasJoinedLetters ? MIN_JOINED_HEIGHT : isScan ? MIN_LETTER_HEIGHT : MIN_PICTURE_LETTER_HEIGHT;
  const scale = Math.min(isText ? letterScale(letters, minHeight) : pictureScale(image), largestScale(image));
  const skew = isText ? findSkew(glyphs, heightAt(letters, 0.5)) : 0;
  const degrees = Math.abs(skew) < MIN_SKEW_DEGREES ? 0 : -skew;
  let readable = resample(image, { scale, degrees, ground: ink.ground });
  const smoothings = isScan && scale < SOFTENING_SCALE ? SMOOTHINGS : 0;
  for (let count = 0; count < smoothings; count++) readable = smooth(readable);
  return { image: readable, scale, degrees };
}

function letterScale(letters: readonly Glyph[], minHeight: number): number {
  const middle = heightAt(letters, 0.5);
  if (middle < minHeight) return Math.min(MAX_ENLARGEMENT, Math.max(minHeight, MIN_LETTER_HEIGHT) / middle);
  // Small print on a poster must stay legible: reduce only if nearly all letters are large.
  const small = heightAt(letters, 0.25);
  return small > MAX_LETTER_HEIGHT ? REDUCED_LETTER_HEIGHT / small : 1;
}

/** Returns the scale from the declared resolution, for pictures with only a word or two. */
const pictureScale = ({ dotsPerInch = READABLE_DOTS_PER_INCH }: GreyImage): number =>
  Math.min(MAX_ENLARGEMENT, Math.max(1, READABLE_DOTS_PER_INCH / dotsPerInch));

function heightAt(glyphs: readonly Glyph[], share: number): number {
  const heights = Float64Array.from(glyphs, ({ height }) => height).sort();
  return heights[Math.floor(heights.length * share)] ?? 1;
}

const largestScale = ({ width, height }: GreyImage): number =>
  Math.min(Math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / Math.max(width, height));
