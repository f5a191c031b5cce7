/**
 * Chunk boundary rules of a strategy. A fill is a share of the chunk size: the current chunk must be at least this full
 * for the next unit to begin a new one. 0 means always, infinity never.
 */
export interface ChunkingRules {
  /** Fill at which a heading begins a new chunk. Below it, small sections share a chunk under their common path. */
  readonly sectionBreakFill: number;
  /**
   * Fill at which prose begins a new chunk if it would otherwise be split, though a chunk of its own could contain it.
   */
  readonly proseBreakFill: number;
  /** Fill at which a table or code begins a new chunk under the same condition. */
  readonly structureBreakFill: number;
  /** Whether prose is packed by sentences; otherwise by words, so that chunks are as full as possible. */
  readonly keepsSentences: boolean;
}

/** Chunking strategy, by the unit that chunks keep together. */
export type ChunkStrategy = "sentence" | "paragraph" | "section" | "page" | "fixed";

/** Rules by strategy. Tables and code lose more than prose when they are split. */
export const CHUNKING_RULES: Readonly<Record<ChunkStrategy, ChunkingRules>> = {
  sentence: { sectionBreakFill: 2 / 3, proseBreakFill: 0.5, structureBreakFill: 0.5, keepsSentences: true },
  paragraph: { sectionBreakFill: 2 / 3, proseBreakFill: 0, structureBreakFill: 0, keepsSentences: true },
  section: { sectionBreakFill: 0, proseBreakFill: 0.5, structureBreakFill: 0, keepsSentences: true },
  page: { sectionBreakFill: Infinity, proseBreakFill: 0.5, structureBreakFill: 0, keepsSentences: true },
  fixed: { sectionBreakFill: Infinity, proseBreakFill: Infinity, structureBreakFill: 0, keepsSentences: false },
};
