import type { ChunkStrategy, JsonObject, SearchMode } from "@quarry/plugin/domain";
import type { Selectable, Updateable } from "kysely";
import type { CollectionsTable } from "./tables.ts";

/** Stored collection. API keys are encrypted (see `SecretBox`), never plain. Timestamps are ISO 8601 UTC. */
export interface CollectionRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly embeddingProvider: string;
  readonly embeddingModel: string;
  readonly embeddingApiKey: string | null;
  readonly dimension: number;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  /** Chunking strategy. Null if none was chosen. */
  readonly chunkStrategy: ChunkStrategy | null;
  readonly rerankingEnabled: boolean;
  readonly rerankingModel: string;
  readonly rerankingApiKey: string | null;
  readonly defaultTopK: number;
  readonly defaultMinScore: number | null;
  readonly defaultSearchMode: SearchMode;
  /** Weight of the semantic score in hybrid search. Null for the embedder's default. */
  readonly defaultAlpha: number | null;
  /** Seconds after which a document without an expiry time of its own expires. Null for never. */
  readonly defaultTtlSeconds: number | null;
  readonly metadata: JsonObject;
  /** Number of the index that serves queries, from 1. */
  readonly indexNumber: number;
  /** Name of the vector store that contains this index. */
  readonly vectorStore: string;
  /** Whether the collection was created in that store. */
  readonly isIndexMade: boolean;
  /** Number of documents in any state. */
  readonly documentCount: number;
  /** Number of chunks, and of their tokens, that search can return now. */
  readonly chunkCount: number;
  readonly tokenCount: number;
  /** Total size of the original files, in bytes. */
  readonly sizeBytes: number;
  /** Number of documents for which vector stores have older metadata. */
  readonly laggingCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type UnchangedColumns =
  | "indexNumber"
  | "isIndexMade"
  | "documentCount"
  | "chunkCount"
  | "tokenCount"
  | "sizeBytes"
  | "laggingCount"
  | "createdAt"
  | "updatedAt";

/** Collection as read by a query. */
export interface SearchedCollection extends CollectionRecord {
  /** Whether a repair is rebuilding its passages: the existing ones must not count as complete. */
  readonly isRestoring: boolean;
}

/** Fields that the creator of a collection sets. The others have their initial values. */
export type NewCollection = Omit<
  CollectionRecord,
  UnchangedColumns | "vectorStore" | "defaultAlpha" | "chunkStrategy" | "defaultTtlSeconds"
> & {
  /** Default null. */
  readonly chunkStrategy?: ChunkStrategy | null;
  /** Default null. */
  readonly defaultAlpha?: number | null;
  /** Default null. */
  readonly defaultTtlSeconds?: number | null;
  /** Default "default". */
  readonly vectorStore?: string;
};

/** Fields that can change later. An omitted field stays unchanged; null clears a nullable field. */
export type CollectionPatch = Partial<
  Pick<
    CollectionRecord,
    | "description"
    | "metadata"
    | "embeddingApiKey"
    | "rerankingEnabled"
    | "rerankingModel"
    | "rerankingApiKey"
    | "defaultTopK"
    | "defaultMinScore"
    | "defaultSearchMode"
    | "defaultAlpha"
    | "defaultTtlSeconds"
    | "chunkStrategy"
    | "indexNumber"
  >
>;

export const collectionFromRow = (row: Selectable<CollectionsTable>): CollectionRecord => ({
  id: row.id,
  name: row.name,
  description: row.description,
  embeddingProvider: row.embedding_provider,
  embeddingModel: row.embedding_model,
  embeddingApiKey: row.embedding_api_key,
  dimension: row.dimension,
  chunkSize: row.chunk_size,
  chunkOverlap: row.chunk_overlap,
  chunkStrategy: row.chunk_strategy,
  rerankingEnabled: row.reranking_enabled === 1,
  rerankingModel: row.reranking_model,
  rerankingApiKey: row.reranking_api_key,
  defaultTopK: row.default_top_k,
  defaultMinScore: row.default_min_score,
  defaultSearchMode: row.default_search_mode,
  defaultAlpha: row.default_alpha,
  defaultTtlSeconds: row.default_ttl_seconds,
  metadata: JSON.parse(row.metadata) as JsonObject,
  indexNumber: row.index_generation,
  vectorStore: row.vector_store,
  isIndexMade: row.index_made === 1,
  documentCount: row.document_count,
  chunkCount: row.chunk_count,
  tokenCount: row.token_count,
  sizeBytes: row.size_bytes,
  laggingCount: row.lagging_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const newCollectionRow = (collection: NewCollection, now: string): Selectable<CollectionsTable> => ({
  id: collection.id,
  name: collection.name,
  name_lower: lowerAscii(collection.name),
  description: collection.description,
  embedding_provider: collection.embeddingProvider,
  embedding_model: collection.embeddingModel,
  embedding_api_key: collection.embeddingApiKey,
  dimension: collection.dimension,
  chunk_size: collection.chunkSize,
  chunk_overlap: collection.chunkOverlap,
  chunk_strategy: collection.chunkStrategy ?? null,
  reranking_enabled: collection.rerankingEnabled ? 1 : 0,
  reranking_model: collection.rerankingModel,
  reranking_api_key: collection.rerankingApiKey,
  default_top_k: collection.defaultTopK,
  default_min_score: collection.defaultMinScore,
  default_search_mode: collection.defaultSearchMode,
  default_alpha: collection.defaultAlpha ?? null,
  default_ttl_seconds: collection.defaultTtlSeconds ?? null,
  metadata: JSON.stringify(collection.metadata),
  index_generation: 1,
  vector_store: collection.vectorStore ?? "default",
  index_made: 0,
  document_count: 0,
  pending_count: 0,
  processing_count: 0,
  failed_count: 0,
  moves: 0,
  newest_at: "",
  last_number: 0,
  chunk_count: 0,
  chunk_churn: 0,
  token_count: 0,
  size_bytes: 0,
  lagging_count: 0,
  created_at: now,
  updated_at: now,
});

export const collectionPatchRow = (patch: CollectionPatch, now: string): Updateable<CollectionsTable> => ({
  ...(patch.description !== undefined && { description: patch.description }),
  ...(patch.metadata !== undefined && { metadata: JSON.stringify(patch.metadata) }),
  ...(patch.embeddingApiKey !== undefined && { embedding_api_key: patch.embeddingApiKey }),
  ...(patch.rerankingEnabled !== undefined && { reranking_enabled: patch.rerankingEnabled ? 1 : 0 }),
  ...(patch.rerankingModel !== undefined && { reranking_model: patch.rerankingModel }),
  ...(patch.rerankingApiKey !== undefined && { reranking_api_key: patch.rerankingApiKey }),
  ...(patch.defaultTopK !== undefined && { default_top_k: patch.defaultTopK }),
  ...(patch.defaultMinScore !== undefined && { default_min_score: patch.defaultMinScore }),
  ...(patch.defaultSearchMode !== undefined && { default_search_mode: patch.defaultSearchMode }),
  ...(patch.defaultAlpha !== undefined && { default_alpha: patch.defaultAlpha }),
  ...(patch.defaultTtlSeconds !== undefined && { default_ttl_seconds: patch.defaultTtlSeconds }),
  ...(patch.chunkStrategy !== undefined && { chunk_strategy: patch.chunkStrategy }),
  ...(patch.indexNumber !== undefined && { index_generation: patch.indexNumber }),
  updated_at: now,
});

/**
 * Lower-cases ASCII letters only: names are ASCII, and lower-casing other letters would let a prefix match names that
 * don't start with it.
 */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
