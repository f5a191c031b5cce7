/** A piece of a document's structure, in reading order. */
export interface ParsedBlock {
  readonly kind: "heading" | "paragraph" | "list_item" | "table_header" | "table_row" | "code" | "quote";
  /** Plain text; cells of a table row are joined by " | ". Never blank. */
  readonly text: string;
  /** Depth of a heading, 1 to 6. */
  readonly level?: number;
  /** 1-based page, slide, sheet or frame; null or absent where the format has none. */
  readonly page?: number | null;
  /** Rows with one id belong to one table, so that chunks can repeat its header. */
  readonly tableId?: number;
}

/** What the file says about itself; absent where it says nothing. */
export interface ParsedDocumentInfo {
  readonly title?: string;
  readonly author?: string;
  /** ISO 8601 UTC. */
  readonly createdAt?: string;
  readonly language?: string;
  /** Number of pages, slides, sheets or frames. */
  readonly pageCount?: number;
}

/** The document's info may come at any time and more than once; later fields win. */
export type ParserEvent =
  | { readonly type: "block"; readonly block: ParsedBlock }
  | { readonly type: "info"; readonly info: ParsedDocumentInfo }
  /** How far parsing is: pages (or like units) done of all, if that is known. */
  | { readonly type: "progress"; readonly done: number; readonly total?: number };

export interface ParserSource {
  /** Where the bytes lie; read only. */
  readonly path: string;
  /** Bytes, at least 1. */
  readonly size: number;
  /** For messages and hints only; never a path. */
  readonly filename: string;
  /** Lower-case extension without the dot; the bytes may be of another type. */
  readonly fileType: string;
}

/** Bounds that a parser keeps by itself; time and memory are also enforced from outside. */
export interface ParserLimits {
  /** Pages, slides, sheets or frames. */
  readonly maxPages: number;
  /** Entries of an archive (docx, pptx, xlsx). */
  readonly maxArchiveEntries: number;
  /** Bytes that an archive or a compressed stream may unpack to. */
  readonly maxUncompressedBytes: number;
  /** Depth of nested elements (xml, html, json). */
  readonly maxNesting: number;
  /** Characters of text that a document may give. */
  readonly maxTextCharacters: number;
}

/**
 * Reads one kind of file, version 1. It runs in a worker thread that is ended when a document takes too long or too
 * much memory, so it may be synchronous inside; it should yield as it goes and hold no more than a page at once.
 * It throws `ParserError` for what a person can act on.
 */
export interface ParserV1 {
  parse(source: ParserSource, limits: ParserLimits): AsyncIterable<ParserEvent>;
}
