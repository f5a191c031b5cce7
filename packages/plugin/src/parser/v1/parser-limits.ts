/** Bounds that a parser keeps by itself; time and memory are also enforced from outside. */
export interface ParserLimits {
  /** Pages, slides, sheets or frames. */
  readonly maxPages: number;
  /** Entries of an archive (docx, pptx, xlsx). */
  readonly maxArchiveEntries: number;
  /** Bytes that an archive or a compressed stream may unpack to. */
  readonly maxUncompressedBytes: number;
  /** How many times its packed size an archive or one of its entries may unpack to, once it is large. */
  readonly maxCompressionRatio: number;
  /** Depth of nested elements (xml, html, json). */
  readonly maxNesting: number;
  /** Characters of text that a document may give. */
  readonly maxTextCharacters: number;
  /** Width times height of one picture, frame or rendered page. */
  readonly maxPixels: number;
  /** Cells with a value that a workbook or a delimited file may hold. */
  readonly maxCells: number;
}

/** The bounds where the config sets none: each far above honest documents, low enough that a hostile one ends soon. */
export const DEFAULT_PARSER_LIMITS: ParserLimits = {
  /** The longest real documents (statutes, catalogues) have some ten thousand pages. */
  maxPages: 50_000,
  /** Office files hold a few thousand parts at most. */
  maxArchiveEntries: 10_000,
  /** Room for a large workbook, not for a bomb. */
  maxUncompressedBytes: 2 * 1024 * 1024 * 1024,
  /** Deflate can reach 1,032; real sheets of like rows come to about 200, and only what is large is held to it. */
  maxCompressionRatio: 250,
  /** Deeper nesting than any editor makes; parsers that recurse are safe well beyond it. */
  maxNesting: 1_000,
  /** About 250,000 chunks: as much text as an upload of the default maximum size can hold in plain form. */
  maxTextCharacters: 1024 * 1024 * 1024,
  /** An A0 poster at 300 dpi has 140 million; one byte each while it is read. */
  maxPixels: 200_000_000,
  /** Two full columns' worth of a workbook's 1,048,576 rows, fifty wide. */
  maxCells: 50_000_000,
};
