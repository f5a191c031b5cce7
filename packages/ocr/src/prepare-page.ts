import { findGlyphs, type Glyph } from "./find-glyphs.ts";
import { findSkew } from "./find-skew.ts";
import { flattenGrounds } from "./flatten-grounds.ts";
import { flattenLight } from "./flatten-light.ts";
import type { GreyImage } from "./grey-image.ts";
import { invert, measureInk } from "./ink.ts";
import { findLettering } from "./lettering.ts";
import { removeSpecks, smooth, smoothGrain } from "./remove-noise.ts";
import { resample, type Resampling } from "./resample.ts";

/** A page whose lightest and darkest parts differ by less has nothing on it that a person could read. */
const MIN_CONTRAST = 12;
/** Fewer letters say nothing about their size. */
const MIN_LETTERS = 8;
/** Photos come to less: of their spots hardly any stand side by side. Text with pictures has twice as much, pages .6. */
const MIN_LETTER_SHARE = 0.15;
/** Lower-case letters without ascenders that are less high are enlarged: below, the engine overlooks whole lines. */
const MIN_LETTER_HEIGHT = 16;
/** The same of pictures smaller than a scanned page. */
const MIN_PICTURE_LETTER_HEIGHT = 14;
/**
 * Of scripts whose letters are joined whole parts of words are measured, marks included. Of one page .90 to .92 of the words were
 * found at 27 to 30, .87 to .88 as it is.
 */
const MIN_JOINED_HEIGHT = 29;
/** Beyond this there is nothing left to make out. */
const MAX_ENLARGEMENT = 4;
/** Letters higher than this are made smaller: they are not read better, only slower and with more memory. */
const MAX_LETTER_HEIGHT = 32;
const REDUCED_LETTER_HEIGHT = 24;
/** The engine copes with less by itself. */
const MIN_SKEW_DEGREES = 1;
/** Bounds the engine's memory: about 20 bytes a pixel. A4 at 300 dpi has 8.7 million, A3 17.4 million. */
const MAX_PIXELS = 20_000_000;
/** The engine takes no larger side. */
const MAX_SIDE = 30_000;
/** Edges of letters that are sharper than a scanner makes them are read worse: of 8 pages .983 of the words as they are, .992 smoothed twice. */
const SMOOTHINGS = 2;
/** Smaller pictures are no scanned pages but covers and icons: soft edges there make letters of ornaments. */
const MIN_SCAN_PIXELS = 400_000;
/** Letters that are enlarged by as much are soft already: smoothed, those of 8 pixels are misread. */
const SOFTENING_SCALE = 1.5;
/** Where the letters don't tell, a page is taken to this. */
const READABLE_DOTS_PER_INCH = 200;

/** A page that was prepared, and what was done to the picture that was given. */
export interface PreparedPage extends Pick<Resampling, "scale" | "degrees"> {
  readonly image: GreyImage;
}

/**
 * A page as the engine reads it best: evenly lit, without specks and heavy grain, dark on light, upright to a degree,
 * letters neither tiny nor huge, their edges soft. Undefined when nothing is on it.
 */
export function preparePage(original: GreyImage, hasJoinedLetters = false): PreparedPage | undefined {
  // Before any threshold: a shadow or grain would be taken for a dark ground or for letters, and first of all a coloured bar for a shadow.
  let image = smoothGrain(removeSpecks(flattenLight(flattenGrounds(original))));
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
  const least = hasJoinedLetters ? MIN_JOINED_HEIGHT : isScan ? MIN_LETTER_HEIGHT : MIN_PICTURE_LETTER_HEIGHT;
  const scale = Math.min(isText ? letterScale(letters, least) : pictureScale(image), largestScale(image));
  const skew = isText ? findSkew(glyphs, heightAt(letters, 0.5)) : 0;
  const degrees = Math.abs(skew) < MIN_SKEW_DEGREES ? 0 : -skew;
  let readable = resample(image, { scale, degrees, ground: ink.ground });
  const smoothings = isScan && scale < SOFTENING_SCALE ? SMOOTHINGS : 0;
  for (let count = 0; count < smoothings; count++) readable = smooth(readable);
  return { image: readable, scale, degrees };
}

function letterScale(letters: readonly Glyph[], least: number): number {
  const middle = heightAt(letters, 0.5);
  if (middle < least) return Math.min(MAX_ENLARGEMENT, Math.max(least, MIN_LETTER_HEIGHT) / middle);
  // A poster's fine print must stay readable: only where nearly all is large.
  const small = heightAt(letters, 0.25);
  return small > MAX_LETTER_HEIGHT ? REDUCED_LETTER_HEIGHT / small : 1;
}

/** A word or two: what the picture was made at says how large they are. */
const pictureScale = ({ dotsPerInch = READABLE_DOTS_PER_INCH }: GreyImage): number =>
  Math.min(MAX_ENLARGEMENT, Math.max(1, READABLE_DOTS_PER_INCH / dotsPerInch));

function heightAt(glyphs: readonly Glyph[], share: number): number {
  const heights = Float64Array.from(glyphs, ({ height }) => height).sort();
  return heights[Math.floor(heights.length * share)] ?? 1;
}

const largestScale = ({ width, height }: GreyImage): number =>
  Math.min(Math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / Math.max(width, height));
