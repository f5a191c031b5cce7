/** What was recognised on a page, as the engine tells it; only what is used. Sizes are in pixels. */
export interface PageLayout {
  /** Null when nothing was found. */
  readonly blocks: readonly LayoutBlock[] | null;
}

export interface LayoutBlock {
  readonly paragraphs: readonly LayoutParagraph[];
}

export interface LayoutParagraph {
  readonly lines: readonly LayoutLine[];
}

export interface LayoutLine {
  readonly bbox: LayoutBox;
  readonly words: readonly LayoutWord[];
}

export interface LayoutWord {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly bbox: LayoutBox;
}

export interface LayoutBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}
