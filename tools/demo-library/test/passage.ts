/** A page, slide, sheet or section of a built file, as a reader other than its writer sees it. */
export interface Passage {
  readonly file: string;
  /** 1-based; null in formats without pages. */
  readonly page: number | null;
  readonly section: string | null;
  /** White space is one blank everywhere. */
  readonly text: string;
}

export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
