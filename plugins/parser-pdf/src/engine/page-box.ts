/** The part of the page that is shown, in the file's own coordinates. */
export interface PageBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Where a word stands beside its text, from the corner of what is shown. */
interface PlacedWord {
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
}

/**
 * Whether some of a word of that font size and angle is in the part of the page that is shown: halves of a spread may
 * each carry all of its text.
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
