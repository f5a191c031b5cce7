import type { PagePictures } from "../engine/page-pictures.ts";
import type { PageLine, PageText } from "../engine/page-text.ts";
import { unreadableLines } from "./unreadable-lines.ts";

/** A page with fewer letters may be a scan with a stamp or a page number as text. */
const FEW_LETTERS = 200;
/** Pictures cover so much of a scanned page. */
const SCAN_COVER = 0.6;
/** Without any text, so much of a page's cover may hold some. */
const SOME_COVER = 0.03;
/** A picture of fewer pixels has no room for a page's text; a tenth of it may hold a line. */
const MIN_SCAN_PIXELS = 300_000;
const MIN_PICTURE_PIXELS = 20_000;
/** Text that was turned to outlines takes more shapes than a frame or a logo. */
const MIN_OUTLINES = 60;
/** With more of its text in fonts that don't name their letters than this share a text layer is of no use. */
const MAX_UNREADABLE_SHARE = 0.5;

/** A page that is a scan as a whole has one picture from edge to edge, at a resolution that letters can be read at. */
const WHOLE_COVER = 0.9;
const MIN_SCAN_DOTS_PER_INCH = 72;

/** Enough to tell a thin text from a full one, and letters from garbage. */
const SAMPLE_CHARACTERS = 400;

/** Quality of a page's text layer. */
export interface TextLayer {
  /** Letters and digits, of the beginning only. */
  readonly letters: number;
  /** Lines whose fonts don't say which letters they draw. */
  readonly unreadable: ReadonlySet<PageLine>;
  /** Whether most of it is such lines. */
  readonly isUnusable: boolean;
  /** Whether most of it was recognised before and lies invisible under the page's picture. */
  readonly isRecognised: boolean;
}

/** Looks at the beginning of the page's text, as much as it takes to tell. */
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

/** Whether a page's text has to be read from its picture. An invisible layer of recognised text is text. */
export function needsRecognition(layer: TextLayer, pictures: PagePictures): boolean {
  if (layer.isUnusable) return true;
  if (layer.letters === 0) {
    const hasPicture = pictures.cover >= SOME_COVER && pictures.largestPixels >= MIN_PICTURE_PIXELS;
    return hasPicture || pictures.paths >= MIN_OUTLINES;
  }
  if (layer.isRecognised) return false;
  return layer.letters < FEW_LETTERS && pictures.cover >= SCAN_COVER && pictures.largestPixels >= MIN_SCAN_PIXELS;
}

/** The resolution of a page's scan; undefined for other pages. */
export const scanResolution = ({ cover, paths, dotsPerInch }: PagePictures): number | undefined =>
  cover >= WHOLE_COVER && paths < MIN_OUTLINES && dotsPerInch >= MIN_SCAN_DOTS_PER_INCH ? dotsPerInch : undefined;

/** Whether a text layer is so short that the page's pictures have to be looked at. */
export const isThin = (layer: TextLayer): boolean => layer.letters < FEW_LETTERS || layer.isUnusable;
