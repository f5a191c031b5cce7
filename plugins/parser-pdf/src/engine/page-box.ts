/** The visible part of the page, in the file's own coordinates. */
export interface PageBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Position of a word along and across its writing direction, from the corner of the visible part. */
interface PlacedWord {
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
}

/**
 * Whether at least part of a word of this font size and angle is within the visible part of the page. Each half of a
 * spread can contain the text of both.
 */
export function isOnPage(
  word: PlacedWord,
  size: number,
  angle: number,
  { left, bottom, right, top }: PageBox,
): boolean {
  const [length, height] = angle % 180 === 0 ? [right - left, top - bottom] : [top - bottom, right - left];
  return word.right > 0 && word.left < length && word.baseline + size > 0 && word.baseline < height;
}
