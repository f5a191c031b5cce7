/** The picture of a page, as text recognition takes it. */
export interface GreyImage {
  /** One byte per pixel, row by row from the top left, 0 is black: `width * height` bytes. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  /**
   * Resolution that the picture was made at, if it is known: tells the size of letters where there are too few to
   * measure.
   */
  readonly dotsPerInch?: number;
}
