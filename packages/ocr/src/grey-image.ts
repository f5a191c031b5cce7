/** Greyscale picture of a page, the input of text recognition. */
export interface GreyImage {
  /** One byte per pixel, row by row from the top left; 0 is black. `width * height` bytes. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Resolution of the picture, if known. It determines the size of letters if there are too few to measure. */
  readonly dotsPerInch?: number;
}
