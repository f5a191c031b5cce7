/** Result of recognising a page, as the engine gives it; only the fields that are used. Sizes are in pixels. */
export interface PageLayout {
  /** Null when nothing was found. */
  readonly blocks: readonly LayoutBlock[] | null;
}

export interface LayoutBlock {
  /** The engine's number for the kind of block. */
  readonly blocktype: number;
  readonly paragraphs: readonly { readonly lines: readonly LayoutLine[] }[];
}

export interface LayoutLine {
  /** With its gaps, which not every script has between words. */
  readonly text?: string;
  readonly words: readonly LayoutWord[];
}

export interface LayoutWord {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  /** Its edges, from the upper left corner. */
  readonly bbox?: PixelBox;
}

export interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The kind of block that is set in columns, like a table or a list of code: its lines are rows. */
export const TABLE_BLOCK = 6;

/** The box about boxes; undefined for none. */
export function boxAbout(boxes: readonly PixelBox[]): PixelBox | undefined {
  if (boxes.length === 0) return undefined;
  return {
    x0: Math.min(...boxes.map(({ x0 }) => x0)),
    y0: Math.min(...boxes.map(({ y0 }) => y0)),
    x1: Math.max(...boxes.map(({ x1 }) => x1)),
    y1: Math.max(...boxes.map(({ y1 }) => y1)),
  };
}
