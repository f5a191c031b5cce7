/** Result of recognising a page, in the engine's format. Only the fields in use are declared. Sizes are in pixels. */
export interface PageLayout {
  /** Null if nothing was found. */
  readonly blocks: readonly LayoutBlock[] | null;
}

export interface LayoutBlock {
  /** The engine's number for the block type. */
  readonly blocktype: number;
  readonly paragraphs: readonly { readonly lines: readonly LayoutLine[] }[];
}

export interface LayoutLine {
  /** Text of the line with its spaces, which not every script has between words. */
  readonly text?: string;
  readonly words: readonly LayoutWord[];
}

export interface LayoutWord {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  /** Its edges, measured from the upper left corner. */
  readonly bbox?: PixelBox;
}

export interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Block type of text in columns, such as a table or a code listing: its lines are rows. */
export const TABLE_BLOCK = 6;

/** Returns the bounding box of boxes, or undefined for none. */
export function boxAbout(boxes: readonly PixelBox[]): PixelBox | undefined {
  if (boxes.length === 0) return undefined;
  return {
    x0: Math.min(...boxes.map(({ x0 }) => x0)),
    y0: Math.min(...boxes.map(({ y0 }) => y0)),
    x1: Math.max(...boxes.map(({ x1 }) => x1)),
    y1: Math.max(...boxes.map(({ y1 }) => y1)),
  };
}
