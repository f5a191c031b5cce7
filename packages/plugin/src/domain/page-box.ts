/**
 * A rectangle on a page, in shares of the page as it is displayed, turned and cropped as the file says: 0 to 1, from its upper
 * left corner.
 */
export interface PageBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Where a line of a block stands on the block's page. */
export interface LineBox extends PageBox {
  /** Where its text begins in the block's text, in UTF-16 units; it ends where that of the next one begins. */
  readonly start: number;
}
