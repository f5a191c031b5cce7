/** Limits that a parser enforces itself; time and memory are also limited from outside. */
export interface ParserLimits {
  /** Most pages, slides, sheets or frames. */
  readonly maxPages: number;
  /** Most entries of an archive (docx, pptx, xlsx). */
  readonly maxArchiveEntries: number;
  /** Most bytes that an archive or a compressed stream can unpack to. */
  readonly maxUncompressedBytes: number;
  /**
   * Largest ratio of unpacked to packed size of an archive or one of its entries; checked only once the output is
   * large.
   */
  readonly maxCompressionRatio: number;
  /** Deepest nesting of elements (xml, html, json). */
  readonly maxNesting: number;
  /** Most characters of text that a document can contain. */
  readonly maxTextCharacters: number;
  /** Most pixels (width times height) of one picture, frame or rendered page. */
  readonly maxPixels: number;
  /** Most non-empty cells of a workbook or a delimited file. */
  readonly maxCells: number;
}

/**
 * Default limits if the config sets none: each far above that of legitimate documents, low enough that a malicious one
 * ends soon.
 */
export const DEFAULT_PARSER_LIMITS: ParserLimits = {
  /** The longest real documents (statutes, catalogues) have some ten thousand pages. */
  maxPages: 50_000,
  /** Office files have a few thousand entries at most. */
  maxArchiveEntries: 10_000,
  /** Enough for a large workbook, not for a zip bomb. */
  maxUncompressedBytes: 2 * 1024 * 1024 * 1024,
  /** Deflate can reach 1,032. Real sheets of similar rows reach about 200, and only large ones are checked. */
  maxCompressionRatio: 250,
  /** Deeper than any editor nests; recursive parsers are safe well beyond it. */
  maxNesting: 1_000,
  /** About 250,000 chunks: as much text as an upload of the default maximum size can contain as plain text. */
  maxTextCharacters: 1024 * 1024 * 1024,
  /** An A0 poster at 300 dpi has 140 million pixels; they take one byte each while being processed. */
  maxPixels: 200_000_000,
  /** Two full columns' worth of a workbook's 1,048,576 rows, fifty wide. */
  maxCells: 50_000_000,
};
