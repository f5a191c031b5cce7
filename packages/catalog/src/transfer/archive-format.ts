import type { ChunkStrategy, JsonObject, SearchMode } from "@quarry/plugin/domain";
import type { DocumentInfo } from "@quarry/store";

/**
 * Format of an archive: a tar stream of these entries, in this order. Sections repeat; no other entries are allowed.
 *
 *     manifest.json
 *     for each document:
 *       passages/<n>.ndjson, vectors/<n>.f32   if it is ready: up to PASSAGES_AT_ONCE of its chunks, each with its vector
 *       files/<document id>                    the original, unless it is missing
 *       documents/<n>.json                     its record, which completes the section, or a note that it is withdrawn
 *     passages/<n>.ndjson, vectors/<n>.f32     the client-written vectors
 *     end.json                                 counts, and a digest of every byte before it
 */
export const FORMAT = "quarry-collection";
export const FORMAT_VERSION = 1;

export const MANIFEST = "manifest.json";
export const END = "end.json";

/** Maximum passages per entry; an import writes one entry at a time. */
export const PASSAGES_AT_ONCE = 256;

/** Bytes of JSON after which an entry of passages ends early, to bound the memory for long texts. */
export const PASSAGE_BYTES_AT_ONCE = 4 * 1_048_576;

/**
 * Maximum size of an entry of passages: `PASSAGE_BYTES_AT_ONCE` plus one passage with the longest text that a client
 * can write.
 */
export const MAX_PASSAGES_BYTES = 144 * 1_048_576;

/** Maximum size of the manifest, a document record and the end. Each contains at most 64 KiB of metadata. */
export const MAX_RECORD_BYTES = 1_048_576;

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly collection: ArchivedCollection;
  /** Counts when the export began; `end.json` contains the final ones. */
  readonly counts: { readonly documents: number; readonly chunks: number };
}

/** Settings of a collection, without keys. */
export interface ArchivedCollection {
  readonly name: string;
  readonly description: string;
  readonly embedding_provider: string;
  readonly embedding_model: string;
  readonly dimension: number;
  readonly chunk_size: number;
  readonly chunk_overlap: number;
  readonly chunk_strategy: ChunkStrategy | null;
  readonly reranking_enabled: boolean;
  readonly reranking_model: string;
  readonly default_top_k: number;
  readonly default_min_score: number | null;
  readonly default_search_mode: SearchMode;
  readonly default_alpha: number | null;
  readonly default_ttl_seconds: number | null;
  readonly metadata: JsonObject;
}

/**
 * A line of `passages/<n>.ndjson`. The vectors of passages that have one are in the same order in `vectors/<n>.f32`.
 */
export interface ArchivedPassage {
  /** "" for entries written by clients. */
  readonly document_id: string;
  /** Only for entries written by clients: the ids of chunks are derived from their documents' ids. */
  readonly id?: string;
  readonly chunk_index: number;
  readonly token_count: number;
  readonly text: string;
  readonly context: string;
  readonly metadata: JsonObject;
  /** Packed position on the page, and its blocks; only if known. */
  readonly boxes?: string;
  /** Only if it has no vector. */
  readonly embedded?: false;
}

/** Content of `documents/<n>.json`. */
export type ArchivedDocument =
  | { readonly id: string; readonly withdrawn: true }
  | {
      readonly id: string;
      readonly filename: string;
      readonly file_type: string;
      readonly file_size: number;
      readonly sha256: string;
      readonly metadata: JsonObject;
      /** Whether its chunks are in the archive. Other documents are processed after the import. */
      readonly ready: boolean;
      readonly chunk_count: number;
      readonly token_count: number;
      readonly info: DocumentInfo | null;
      readonly created_at: string;
      /** These three fields are only present if the document has them. */
      readonly external_id?: string;
      readonly expires_at?: string;
      readonly source_url?: string;
      /**
       * Present if the file could not be read as it was uploaded: the archive has no entry for it, or one to be
       * ignored.
       */
      readonly original?: "missing" | "changed";
    };

/** Items that were damaged or missing in the exported collection. */
export interface Lacking {
  /** Documents without their originals. */
  readonly originals: LackingItems;
  /**
   * Documents whose chunks or vectors could not be read: the archive has only their originals, to be processed again.
   */
  readonly chunks: LackingItems;
  /** Documents that could not be read at all: they are not in the archive. */
  readonly documents: LackingItems;
  /** Client-written vectors that could not be read. */
  readonly vectors: LackingItems;
  /** Whether there can be client-written vectors that could not even be listed. */
  readonly unlisted_vectors: boolean;
}

export interface LackingItems {
  readonly count: number;
  /** The first ids. */
  readonly ids: readonly string[];
}

export interface ArchiveEnd {
  readonly documents: number;
  readonly chunks: number;
  /** Number of client-written vectors. */
  readonly vectors: number;
  /** SHA-256 of every byte of the archive before this entry, lower-case hex. */
  readonly sha256: string;
  /** Only if something is missing. */
  readonly lacking?: Lacking;
}

export const passagesEntry = (part: number): string => `passages/${padded(part)}.ndjson`;
export const vectorsEntry = (part: number): string => `vectors/${padded(part)}.f32`;
export const documentEntry = (part: number): string => `documents/${padded(part)}.json`;
export const fileEntry = (documentId: string): string => `files/${documentId}`;

const padded = (part: number): string => String(part).padStart(8, "0");
