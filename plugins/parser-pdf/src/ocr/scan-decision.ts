import type { PagePictures } from "../engine/page-pictures.ts";
import type { PageLine, PageText } from "../engine/page-text.ts";
import { unreadableLines } from "./unreadable-lines.ts";

/** A page with fewer letters can be a scan with a stamp or a page number as text. */
const FEW_LETTERS = 200;
/** Minimum share of a scanned page that pictures cover. */
const SCAN_COVER = 0.6;
/** Minimum share of a page without text that pictures must cover to be recognised. */
const SOME_COVER = 0.03;
/** A picture with fewer pixels is too small for a page's text. About a tenth is enough for a line. */
const MIN_SCAN_PIXELS = 300_000;
const MIN_PICTURE_PIXELS = 20_000;
/** Minimum number of paths of text converted to outlines. A frame or a logo has fewer. */
const MIN_OUTLINES = 60;
/** A text layer is unusable if more than this share of it is in fonts that don't identify their letters. */
const MAX_UNREADABLE_SHARE = 0.5;

/** A fully scanned page has one picture from edge to edge, at a resolution at which letters are legible. */
const WHOLE_COVER = 0.9;
const MIN_SCAN_DOTS_PER_INCH = 72;

/** Sample size that is enough to distinguish a thin text layer from a full one. */
const SAMPLE_CHARACTERS = 400;

/** Quality of a page's text layer. */
export interface TextLayer {
  /** Letters and digits in the sample at its beginning. */
  readonly letters: number;
  /** Lines whose fonts don't identify their letters. */
  readonly unreadable: ReadonlySet<PageLine>;
  /** Whether most of its text is in unreadable lines. */
  readonly isUnusable: boolean;
  /** Whether most of it is previously recognised text, invisible under the page's picture. */
  readonly isRecognised: boolean;
}

/** Judges the text layer of a page. Most checks only use a sample at the beginning. */
export function textLayerOf(text: PageText): TextLayer {
  let sample = "";
  let invisible = 0;
  for (const line of text.lines) {
    if (sample.length >= SAMPLE_CHARACTERS) break;
    sample += line.text;
    if (line.isInvisible) invisible += line.text.length;
  }
  const unreadable = unreadableLines(text.lines);
  return {
    letters: sample.match(/[\p{L}\p{N}]/gu)?.length ?? 0,
    unreadable,
    isUnusable: unreadable.size > 0 && lengthOf([...unreadable]) > lengthOf(text.lines) * MAX_UNREADABLE_SHARE,
    isRecognised: invisible > sample.length / 2,
  };
}

const lengthOf = (lines: readonly PageLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

/** Whether a page needs OCR. An invisible layer of recognised text counts as text. */
export function needsRecognition(layer: TextLayer, pictures: PagePictures): boolean {
  if (layer.isUnusable) return true;
  if (layer.letters === 0) {
    const hasPicture = pictures.coverage >= SOME_COVER && pictures.largestPixels >= MIN_PICTURE_PIXELS;
    return hasPicture || pictures.paths >= MIN_OUTLINES;
  }
  if (layer.isRecognised) return false;
  return layer.letters < FEW_LETTERS && pictures.coverage >= SCAN_COVER && pictures.largestPixels >= MIN_SCAN_PIXELS;
}

/** Returns the resolution of a page's scan, or undefined for other pages. */
export const scanResolution = ({ coverage, paths, dotsPerInch }: PagePictures): number | undefined =>
  coverage >= WHOLE_COVER && paths < MIN_OUTLINES && dotsPerInch >= MIN_SCAN_DOTS_PER_INCH ? dotsPerInch : undefined;

/** Whether a text layer is so short or unreadable that the page's pictures must be checked. */
export const isThin = (layer: TextLayer): boolean => layer.letters < FEW_LETTERS || layer.isUnusable;
