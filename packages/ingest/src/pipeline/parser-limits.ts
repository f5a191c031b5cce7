import type { ParserLimits } from "@quarry/plugin";

/** Bounds that parsers keep, each far above honest documents and low enough that a hostile one ends soon. */
export const PARSER_LIMITS: ParserLimits = {
  /** The longest real documents (statutes, catalogues) have some ten thousand pages. */
  maxPages: 50_000,
  /** Office files hold a few thousand parts at most. */
  maxArchiveEntries: 10_000,
  /** What an archive may unpack to: room for a large workbook, not for a bomb. */
  maxUncompressedBytes: 2 * 1024 * 1024 * 1024,
  /** Deeper nesting than any editor makes; parsers that recurse are safe well beyond it. */
  maxNesting: 1_000,
  /** About 250,000 chunks: as much text as an upload of the default maximum size can hold in plain form. */
  maxTextCharacters: 1024 * 1024 * 1024,
};
