import type { LineBox } from "../../domain/page-box.ts";
import type { PageRequest, PageView } from "./page-view.ts";
import type { ParserLimits } from "./parser-limits.ts";

/** Linked text. */
export interface BlockLink {
  /** Linked words, as they appear in the block's text. */
  readonly text: string;
  /** URL as written in the document; URLs that lead nowhere (`javascript:`, `#place`) are ignored. */
  readonly url: string;
}

/** Structural element of a document, in reading order. */
export interface ParsedBlock {
  readonly kind: "heading" | "paragraph" | "list_item" | "table_header" | "table_row" | "code" | "quote";
  /** Plain text; the cells of a table row are joined by " | ". Never blank. */
  readonly text: string;
  /** Depth of a heading, 1 to 6. */
  readonly level?: number;
  /** Page, slide, sheet or frame, 1-based; null or absent if the format has none. */
  readonly page?: number | null;
  /** Id of the table: rows with the same id belong to one table, so that chunks can repeat its header. */
  readonly tableId?: number;
  /**
   * Offsets in the row's text at which its cells begin, except the first. Absent if splitting at " | " gives the cells,
   * which it doesn't if a cell contains that text (`rowOfCells`).
   */
  readonly cells?: readonly number[];
  /**
   * Positions of its lines on the page, in the order of the text, with increasing `start`; absent if unknown. Text
   * before the first line's `start` has no position.
   */
  readonly lines?: readonly LineBox[];
  /**
   * Links of the block in the order of the text, each with its words as they appear in it. URLs are not part of the
   * text: they are stored next to the chunk. URLs that lead nowhere are ignored.
   */
  readonly links?: readonly BlockLink[];
}

/** Properties that the file declares; absent if it declares nothing. */
export interface ParsedDocumentInfo {
  readonly title?: string;
  readonly author?: string;
  /** Creation time, ISO 8601 UTC. */
  readonly createdAt?: string;
  /** Time of the last change, as declared by the file; ISO 8601 UTC. */
  readonly modifiedAt?: string;
  /** Keywords of the file; `splitKeywords` makes them from one text. */
  readonly keywords?: readonly string[];
  readonly language?: string;
  /**
   * Further properties that the format names (`from`, `to` of a mail). They appear in the metadata of all chunks under
   * these names: small letters, digits and `_`. At most 20 are stored.
   */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  /** Number of pages, slides, sheets or frames. */
  readonly pageCount?: number;
  /** Number of pages whose text comes only from recognition of their picture (OCR). */
  readonly ocrPageCount?: number;
  /** Confidence of the recognised text, by page, in page order; 1,000 are stored. */
  readonly ocrConfidences?: readonly PageConfidence[];
  /** Number of lines omitted because they repeat on many pages or number them: running headers, page numbers. */
  readonly repeatedLineCount?: number;
  /**
   * Content omitted from the text, with the reason, in sentences for the person who uploaded the file; the first few
   * are enough.
   */
  readonly warnings?: readonly string[];
}

/** Confidence of the recognised text of a page. */
export interface PageConfidence {
  /** Page number, from 1. */
  readonly page: number;
  /** Mean confidence of its words, 0 to 1. */
  readonly confidence: number;
}

/** File within the file, such as an attachment of a mail. */
export interface ParsedAttachment {
  /** File name, never a path; its extension is its type. */
  readonly filename: string;
  /** Contents; at most 64 MiB are accepted. */
  readonly bytes: Uint8Array;
}

/** Event of a parser. The document's info can be emitted at any time and more than once; later fields win. */
export type ParserEvent =
  | { readonly type: "block"; readonly block: ParsedBlock }
  | { readonly type: "info"; readonly info: ParsedDocumentInfo }
  /**
   * File within this one. It becomes a document of its own if its type is supported, and is named in the warnings if
   * not. At most 100 per document are accepted.
   */
  | { readonly type: "attachment"; readonly attachment: ParsedAttachment }
  /** Progress of parsing: pages (or similar units) done, and their total if it is known. */
  | { readonly type: "progress"; readonly done: number; readonly total?: number }
  /**
   * Time just spent on one slow step that has its own limit (recognising the text of one page): it is not counted
   * against the document's time limit.
   */
  | { readonly type: "uncounted_time"; readonly milliseconds: number };

export interface ParserSource {
  /** Path of the file; read only. */
  readonly path: string;
  /** Size in bytes, at least 1. */
  readonly size: number;
  /** File name for messages and hints only; never a path. */
  readonly filename: string;
  /** Lower-case extension without the dot; the bytes may be of another type. */
  readonly fileType: string;
}

/**
 * Parses one kind of file, version 1. It runs in a worker thread or a process of its own (`capabilities.isolation`),
 * which is terminated if a document takes too long or too much memory, so it may be synchronous inside. It should yield
 * events as it goes and keep no more than a page in memory. It throws `ParserError` for problems that a person can act
 * on.
 */
export interface ParserV1 {
  parse(source: ParserSource, limits: ParserLimits): AsyncIterable<ParserEvent>;
  /**
   * Measures and renders one page for display; present with `capabilities.showsPages`. It is terminated after some
   * seconds. A page that is damaged, or too large to be rendered, is a `ParserError`.
   */
  readonly showPage?: (source: ParserSource, request: PageRequest, limits: ParserLimits) => Promise<PageView>;
}
