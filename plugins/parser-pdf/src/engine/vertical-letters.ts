import type { Engine } from "./engine.ts";
import type { Unseen } from "./hidden-text.ts";
import type { Scratch } from "./scratch.ts";

/** Chinese, Japanese and Korean characters, which can be set in columns, and the punctuation between them. */
export const EAST_ASIAN =
  /[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]|[\ud840-\ud88f][\udc00-\udfff]/;
const BLANK = /\s/;
/** Share of an East Asian letter's font size above its origin. The rest is below. */
const ABOVE = 0.88;
/**
 * Width of other letters, and distance of their middle to the right of the baseline when they run downwards, in font
 * sizes.
 */
const NARROW_WIDTH = 0.5;
const TURNED_MIDDLE = 0.38;

/** A letter on the page, in the file's own coordinates. */
export interface PlacedLetter {
  readonly text: string;
  /** The engine's index of the letter. */
  readonly index: number;
  /** Its middle across the column. */
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
  readonly isWide: boolean;
  readonly isTurned: boolean;
  /** Whether a space precedes it in the text. */
  readonly isApart: boolean;
}

export interface LetterParts {
  readonly engine: Engine;
  readonly textPage: number;
  readonly scratch: Scratch;
  readonly seenOf?: Unseen["seenOf"] | undefined;
}

/** Returns the letters of a page that are upright or run downwards, in text order. */
export function* placedLetters({ engine, textPage, scratch, seenOf }: LetterParts): Generator<PlacedLetter> {
  const calls = engine.pdfium.wasmExports;
  const { pointer } = scratch;
  const count = calls.FPDFText_CountChars(textPage);
  let isApart = false;
  for (let index = 0; index < count; index++) {
    const text = shownAs(engine.FPDFText_GetUnicode(textPage, index));
    if (BLANK.test(text) || calls.FPDFText_IsGenerated(textPage, index)) {
      isApart = true;
      continue;
    }
    if (!calls.FPDFText_GetMatrix(textPage, index, pointer)) continue;
    const [a, b] = [scratch.float(0), scratch.float(1)];
    const size = calls.FPDFText_GetFontSize(textPage, index) * Math.hypot(scratch.float(2), scratch.float(3));
    if (!calls.FPDFText_GetCharOrigin(textPage, index, pointer, pointer + 8)) continue;
    const letter = placedAt(text, scratch.double(0), scratch.double(1), size, Math.abs(a) < Math.abs(b));
    const box = { from: { x: letter.x - letter.width / 2, y: letter.bottom }, to: { x: letter.x, y: letter.top } };
    if (seenOf?.(calls.FPDFText_GetTextObject(textPage, index))?.(box) === false) continue;
    yield { ...letter, index, isApart };
    isApart = false;
  }
}

/** Converts presentation forms for vertical text to ordinary characters. */
const shownAs = (code: number): string => {
  const text = String.fromCodePoint(code > 0 && code <= 0x10ffff ? code : 0xfffd);
  return /[\ufe10-\ufe19\ufe30-\ufe48]/.test(text) ? text.normalize("NFKC") : text;
};

function placedAt(
  text: string,
  x: number,
  y: number,
  size: number,
  isTurned: boolean,
): Omit<PlacedLetter, "index" | "isApart"> {
  const isWide = EAST_ASIAN.test(text);
  const length = size * (isWide ? 1 : NARROW_WIDTH);
  if (isTurned)
    return { text, x: x + size * TURNED_MIDDLE, width: size, top: y, bottom: y - length, size, isWide, isTurned };
  const top = y + size * ABOVE;
  return { text, x: x + length / 2, width: length, top, bottom: top - size, size, isWide, isTurned };
}
