import type { QueryOptions } from "@quarry/api/query-options";
import type { DocumentStatus, JsonObject, SearchMode } from "@quarry/plugin/domain";

/** A part of a list. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  /** Number of all items, of which `items` is a part. */
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
  /** Why it failed; null while it did not. */
  readonly errorMessage: string | null;
  readonly chunkCount: number;
  /** Null where it has more characters than a list shows of one document. */
  readonly metadata: JsonObject | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Filter and order of the documents; default all, oldest first. */
export interface DocumentsAsked {
  readonly status?: DocumentStatus | undefined;
  readonly filters?: JsonObject | undefined;
  /** A part of the file's name. */
  readonly filename?: string | undefined;
  readonly sort?: string | undefined;
}

/** Fields and documents whose values are counted; default all documents. */
export interface ValuesAsked {
  readonly fields: readonly string[];
  readonly filters?: JsonObject | undefined;
  /** Values of each field. */
  readonly limit: number;
}

/** Frequent values of a metadata field, with counts. */
export interface FieldValues {
  readonly field: string;
  /** The most frequent ones. */
  readonly values: readonly { readonly value: string | number | boolean; readonly count: number }[];
  readonly valueCount: number;
  /** Numbers of documents with and without a value in the field. */
  readonly documents: number;
  readonly missing: number;
  /** Least number, if there are any. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Earliest date, if there are any. */
  readonly earliest?: string | undefined;
  readonly latest?: string | undefined;
}

export interface CountedValues {
  /** Documents that were counted. */
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
  /** Whether the page goes on. */
  readonly isCut: boolean;
}

export interface Hit extends Chunk {
  readonly collection: string;
  readonly documentId: string;
  /** Score from 0 to 1. */
  readonly score: number;
  /** The part of its text that fits the query best; undefined where it has none. */
  readonly quote: string | undefined;
}

/** Length of a hit's quote: a sentence or two. */
export const QUOTE = { fragments: 1, fragmentChars: 240 } as const;

/** Query to a library; options left out have the collection's default. */
export interface SearchRequest extends Omit<QueryOptions, "filters" | "searchMode" | "highlight" | "citations"> {
  readonly query: string;
  readonly filters?: JsonObject | undefined;
  readonly searchMode?: SearchMode | undefined;
}

export interface SearchAnswer {
  /** Hits by score, highest first. */
  readonly hits: readonly Hit[];
  /** `applied`, `skipped` or `failed`; null when no reranking was asked for. */
  readonly rerankStatus: string | null;
  /** Words at the query's end that it was not searched by. */
  readonly wordsLeftOut: number;
}

/**
 * Service interface for the tools, for one caller: it shows only data that the caller's key may see. Failures that the
 * caller may see are `DomainError`s; any other error is a fault. A call ends when its signal is aborted.
 */
export interface Library {
  listCollections(window: Window, signal: AbortSignal): Promise<Listed<CollectionSummary>>;
  listDocuments(
    collection: string,
    request: Window & DocumentsAsked,
    signal: AbortSignal,
  ): Promise<Listed<DocumentSummary>>;
  countValues(collection: string, request: ValuesAsked, signal: AbortSignal): Promise<CountedValues>;
  /** Each collection is searched once; `topK` is the most of each. */
  search(collections: readonly string[], request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>;
  /** The chunks of a document in their order, from the one whose index is `offset`; none of one that was never ready. */
  listChunks(collection: string, documentId: string, window: Window, signal: AbortSignal): Promise<Listed<Chunk>>;
  /** One page, from 1 on; a `not_found` where the document has no such page, or none at all. */
  getPage(collection: string, documentId: string, page: number, signal: AbortSignal): Promise<PageText>;
}
