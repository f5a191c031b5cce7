import type { ChunkStrategy, JsonObject, SearchMode } from "@quarry/plugin/domain";
import type { DocumentInfo } from "@quarry/store";

/**
 * Format of an archive: a tar stream of these entries, in this order. Sections repeat; nothing else may be in it.
 *
 *     manifest.json
 *     for each document:
 *       passages/<n>.ndjson, vectors/<n>.f32   while it is ready: up to PASSAGES_AT_ONCE of its chunks, each with its vector
 *       files/<document id>                    the original, unless it is missing
 *       documents/<n>.json                     its record, which makes the section count; or that it is withdrawn
 *     passages/<n>.ndjson, vectors/<n>.f32     the vectors that clients wrote
 *     end.json                                 counts, and a digest of every byte before it
 */
export const FORMAT = "quarry-collection";
export const FORMAT_VERSION = 1;

export const MANIFEST = "manifest.json";
export const END = "end.json";

/** Passages in one entry; what is written at a time on the way in. */
export const PASSAGES_AT_ONCE = 256;

/** Bytes of JSON after which an entry of passages ends early, so that long texts don't add up in memory. */
export const PASSAGE_BYTES_AT_ONCE = 4 * 1_048_576;

/**
 * Largest entry of passages: above what one passage of the largest text that a client can write takes after what
 * `PASSAGE_BYTES_AT_ONCE` lets in.
 */
export const MAX_PASSAGES_BYTES = 144 * 1_048_576;

/** Largest manifest, document record and end: metadata is at most 64 KiB of each. */
export const MAX_RECORD_BYTES = 1_048_576;

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly collection: ArchivedCollection;
  /** Counts when the export began; `end.json` has those at its end. */
  readonly counts: { readonly documents: number; readonly chunks: number };
}

/** The settings of a collection, without keys. */
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

/** A line of `passages/<n>.ndjson`; the vectors of those that have one stand in the same order in `vectors/<n>.f32`. */
export interface ArchivedPassage {
  /** "" for what clients wrote. */
  readonly document_id: string;
  /** Only of what clients wrote: the ids of chunks follow from their documents'. */
  readonly id?: string;
  readonly chunk_index: number;
  readonly token_count: number;
  readonly text: string;
  readonly context: string;
  readonly metadata: JsonObject;
  /** Where it stands on its page, and of which blocks it is, packed; only where that is known. */
  readonly boxes?: string;
  /** Only where it has no vector. */
  readonly embedded?: false;
}

/** `documents/<n>.json`. */
export type ArchivedDocument =
  | { readonly id: string; readonly withdrawn: true }
  | {
      readonly id: string;
      readonly filename: string;
      readonly file_type: string;
      readonly file_size: number;
      readonly sha256: string;
      readonly metadata: JsonObject;
      /** Whether its chunks are in the archive; what isn't ready is processed after the import. */
      readonly ready: boolean;
      readonly chunk_count: number;
      readonly token_count: number;
      readonly info: DocumentInfo | null;
      readonly created_at: string;
      /** These three only where it has them. */
      readonly external_id?: string;
      readonly expires_at?: string;
      readonly source_url?: string;
      /** Where its file could not be had as it was uploaded: there is none in the archive, or none that counts. */
      readonly original?: "missing" | "changed";
    };

/** Items that were damaged or missing in the exported collection. */
export interface Lacking {
  /** Documents without their originals. */
  readonly originals: LackingItems;
  /** Documents whose chunks or vectors could not be read: they come with their originals only, to be processed again. */
  readonly chunks: LackingItems;
  /** Documents of which nothing could be read: they are not in the archive. */
  readonly documents: LackingItems;
  /** Vectors that clients wrote, which could not be read. */
  readonly vectors: LackingItems;
  /** Whether there may be vectors of clients that could not even be listed. */
  readonly unlisted_vectors: boolean;
}

export interface LackingItems {
  readonly count: number;
  /** The first of them. */
  readonly ids: readonly string[];
}

export interface ArchiveEnd {
  readonly documents: number;
  readonly chunks: number;
  /** Vectors that clients wrote. */
  readonly vectors: number;
  /** Of every byte of the archive before this entry, lower-case hex. */
  readonly sha256: string;
  /** Only where something is lacking. */
  readonly lacking?: Lacking;
}

export const passagesEntry = (part: number): string => `passages/${padded(part)}.ndjson`;
export const vectorsEntry = (part: number): string => `vectors/${padded(part)}.f32`;
export const documentEntry = (part: number): string => `documents/${padded(part)}.json`;
export const fileEntry = (documentId: string): string => `files/${documentId}`;

const padded = (part: number): string => String(part).padStart(8, "0");
