/**
 * Chunk boundaries of a strategy. Shares are of the chunk size: how full the current chunk has to be for the next piece
 * to begin a new one. 0 is always, infinity never.
 */
export interface CutRules {
  /** Fill at which a heading begins a new chunk. Below it, small sections share a chunk under their common path. */
  readonly sectionBreakFill: number;
  /** Before prose that would have to be cut, though a chunk of its own could hold it. */
  readonly proseBreakFill: number;
  /** The same before a table or code. */
  readonly structureBreakFill: number;
  /** Prose is packed by sentences; else by words, so that chunks are as full as they can be. */
  readonly keepsSentences: boolean;
}

/** Chunking strategy, by the unit that chunks keep together. */
export type ChunkStrategy = "sentence" | "paragraph" | "section" | "page" | "fixed";

/** Tables and code lose more than prose when they are cut. */
export const CUT_RULES: Readonly<Record<ChunkStrategy, CutRules>> = {
  sentence: { sectionBreakFill: 2 / 3, proseBreakFill: 0.5, structureBreakFill: 0.5, keepsSentences: true },
  paragraph: { sectionBreakFill: 2 / 3, proseBreakFill: 0, structureBreakFill: 0, keepsSentences: true },
  section: { sectionBreakFill: 0, proseBreakFill: 0.5, structureBreakFill: 0, keepsSentences: true },
  page: { sectionBreakFill: Infinity, proseBreakFill: 0.5, structureBreakFill: 0, keepsSentences: true },
  fixed: { sectionBreakFill: Infinity, proseBreakFill: Infinity, structureBreakFill: 0, keepsSentences: false },
};
