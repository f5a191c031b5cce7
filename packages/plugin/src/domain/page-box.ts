/**
 * Rectangle on a page, in fractions of the page as displayed (rotated and cropped as the file specifies): 0 to 1, from
 * its upper left corner.
 */
export interface PageBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Position of a line of a block on the block's page. */
export interface LineBox extends PageBox {
  /** Start of the line in the block's text, in UTF-16 units; the line ends where the next one starts. */
  readonly start: number;
}
