import type { LineBox } from "../../domain/page-box.ts";
import type { PageRequest, PageView } from "./page-view.ts";
import type { ParserLimits } from "./parser-limits.ts";

/** Words that an address stands behind. */
export interface BlockLink {
  /** Its words, as they stand in the block's text. */
  readonly text: string;
  /** The address as it is written; those that nobody follows (`javascript:`, `#place`) are passed over. */
  readonly url: string;
}

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
  /**
   * Where the cells of a row begin in its text, but for the first. Absent where " | " tells, which it doesn't when a cell has it
   * (`rowOfCells`).
   */
  readonly cells?: readonly number[];
  /**
   * Where its lines stand on its page, in the order of the text, each beginning behind the one before; absent where that is
   * not known. What the first one leaves out in front has no place.
   */
  readonly lines?: readonly LineBox[];
  /**
   * Its links, in the order of the text, each with its words as they stand in it. Addresses are no text: they are kept beside the
   * chunk. Those that nobody follows are passed over.
   */
  readonly links?: readonly BlockLink[];
}

/** Properties that the file declares; absent where it declares nothing. */
export interface ParsedDocumentInfo {
  readonly title?: string;
  readonly author?: string;
  /** ISO 8601 UTC. */
  readonly createdAt?: string;
  /** When the file says it was last changed; ISO 8601 UTC. */
  readonly modifiedAt?: string;
  /** `splitKeywords` makes them of one text. */
  readonly keywords?: readonly string[];
  readonly language?: string;
  /**
   * Further facts that the format names (`from`, `to` of a mail), in the metadata of all chunks by these names: small letters,
   * digits and `_`. At most 20 are kept.
   */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  /** Number of pages, slides, sheets or frames. */
  readonly pageCount?: number;
  /** How many of the pages have text only because it was recognised in their picture (OCR). */
  readonly ocrPageCount?: number;
  /** How sure the text of each page is that was recognised in its picture, in their order; 1,000 are kept. */
  readonly ocrConfidences?: readonly PageConfidence[];
  /** How many lines were left out because they stand on many pages, or count them: running headers, page numbers. */
  readonly repeatedLineCount?: number;
  /**
   * Parts left out of the text, with the reason, in sentences for the person who uploaded it; the first few are enough.
   */
  readonly warnings?: readonly string[];
}

/** How sure the recognised text of a page is. */
export interface PageConfidence {
  /** From 1. */
  readonly page: number;
  /** Mean over its words, 0 to 1. */
  readonly confidence: number;
}

/** A file within the file, such as an attachment of a mail. */
export interface ParsedAttachment {
  /** Its extension is its type; never a path. */
  readonly filename: string;
  /** At most 64 MiB are taken. */
  readonly bytes: Uint8Array;
}

/** The document's info may come at any time and more than once; later fields win. */
export type ParserEvent =
  | { readonly type: "block"; readonly block: ParsedBlock }
  | { readonly type: "info"; readonly info: ParsedDocumentInfo }
  /**
   * A file within this one: it becomes a document of its own where its type is read, and is named in the warnings where not.
   * At most 100 of a document are taken.
   */
  | { readonly type: "attachment"; readonly attachment: ParsedAttachment }
  /** How far parsing is: pages (or like units) done of all, if that is known. */
  | { readonly type: "progress"; readonly done: number; readonly total?: number }
  /**
   * Time just spent on one piece of slow work that has a limit of its own (recognising the text of one page): it is not
   * counted against the document's time limit.
   */
  | { readonly type: "uncounted_time"; readonly milliseconds: number };

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

/**
 * Reads one kind of file, version 1. It runs in a worker thread, or a process of its own (`capabilities.isolation`),
 * that is ended when a document takes too long or too much memory, so it may be synchronous inside; it should yield as
 * it goes and hold no more than a page at once.
 * It throws `ParserError` for what a person can act on.
 */
export interface ParserV1 {
  parse(source: ParserSource, limits: ParserLimits): AsyncIterable<ParserEvent>;
  /**
   * Measures and draws one page, for people to look at; with `capabilities.showsPages`. It is ended after some seconds.
   * A page that is damaged, or too large to be drawn, is a `ParserError`.
   */
  readonly showPage?: (source: ParserSource, request: PageRequest, limits: ParserLimits) => Promise<PageView>;
}
