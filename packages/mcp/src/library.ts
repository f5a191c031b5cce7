import type { QueryOptions } from "@quarry/api/query-options";
import type { DocumentStatus, JsonObject, SearchMode } from "@quarry/plugin/domain";

/** Page of a list. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  /** Number of all items; `items` is one page of them. */
  readonly total: number;
}

export interface CollectionSummary {
  readonly name: string;
  readonly description: string;
  readonly documentCount: number;
  readonly defaultSearchMode: SearchMode;
}

export interface DocumentSummary {
  readonly id: string;
  readonly filename: string;
  readonly fileType: string;
  readonly fileSize: number;
  readonly status: DocumentStatus;
  /** Reason of the failure; null if it has not failed. */
  readonly errorMessage: string | null;
  readonly chunkCount: number;
  /** Null if it is longer than the limit for a document in a list. */
  readonly metadata: JsonObject | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Filter and order of the documents; default all, oldest first. */
export interface DocumentsAsked {
  readonly status?: DocumentStatus | undefined;
  readonly filters?: JsonObject | undefined;
  /** Substring of the file's name. */
  readonly filename?: string | undefined;
  readonly sort?: string | undefined;
}

/** Fields and documents whose values are counted; default all documents. */
export interface ValuesAsked {
  readonly fields: readonly string[];
  readonly filters?: JsonObject | undefined;
  /** Maximum number of values per field. */
  readonly limit: number;
}

/** Frequent values of a metadata field, with counts. */
export interface FieldValues {
  readonly field: string;
  /** Most frequent values. */
  readonly values: readonly { readonly value: string | number | boolean; readonly count: number }[];
  readonly valueCount: number;
  /** Numbers of documents with and without a value in the field. */
  readonly documents: number;
  readonly missing: number;
  /** Smallest number, if there are any. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Earliest date, if there are any. */
  readonly earliest?: string | undefined;
  readonly latest?: string | undefined;
}

export interface CountedValues {
  /** Number of documents that were counted. */
  readonly total: number;
  readonly fields: readonly FieldValues[];
}

export interface Chunk {
  readonly text: string;
  readonly chunkIndex: number;
  readonly metadata: JsonObject;
}

export interface PageText {
  readonly text: string;
  readonly pageCount: number;
  /** Whether the text is truncated. */
  readonly isCut: boolean;
}

export interface Hit extends Chunk {
  readonly collection: string;
  readonly documentId: string;
  /** Score from 0 to 1. */
  readonly score: number;
  /** Fragment of the text that matches the query best; undefined if there is none. */
  readonly quote: string | undefined;
}

/** Length of a hit's quote: a sentence or two. */
export const QUOTE = { fragments: 1, fragmentChars: 240 } as const;

/** Query to a library; omitted options have the collection's default. */
export interface SearchRequest extends Omit<QueryOptions, "filters" | "searchMode" | "highlight" | "citations"> {
  readonly query: string;
  readonly filters?: JsonObject | undefined;
  readonly searchMode?: SearchMode | undefined;
}

export interface SearchAnswer {
  /** Hits by score, highest first. */
  readonly hits: readonly Hit[];
  /** `applied`, `skipped` or `failed`; null if no reranking was requested. */
  readonly rerankStatus: string | null;
  /** Number of words at the query's end that were ignored. */
  readonly wordsLeftOut: number;
}

/**
 * Service interface for the tools, for one caller: it returns only data that the caller's key may see. Failures that
 * the caller may see are `DomainError`s; any other error is a fault. A call ends when its signal is aborted.
 */
export interface Library {
  listCollections(window: Window, signal: AbortSignal): Promise<Listed<CollectionSummary>>;
  listDocuments(
    collection: string,
    request: Window & DocumentsAsked,
    signal: AbortSignal,
  ): Promise<Listed<DocumentSummary>>;
  countValues(collection: string, request: ValuesAsked, signal: AbortSignal): Promise<CountedValues>;
  /** Searches each collection once; `topK` is the maximum per collection. */
  search(collections: readonly string[], request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>;
  /** Returns the chunks of a document in order, from index `offset`; none if the document was never ready. */
  listChunks(collection: string, documentId: string, window: Window, signal: AbortSignal): Promise<Listed<Chunk>>;
  /**
   * Returns one page, counted from 1. Fails with `not_found` if the document does not have the page, or has no pages.
   */
  getPage(collection: string, documentId: string, page: number, signal: AbortSignal): Promise<PageText>;
}
