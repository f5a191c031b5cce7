import type { Passage } from "@quarry/index";
import type { CollectionRecord, DocumentRecord } from "@quarry/store";
import {
  type ArchivedDocument,
  type ArchivedPassage,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
} from "./archive-format.ts";

export const archivedChunk = (passage: Passage): ArchivedPassage => ({
  document_id: passage.documentId,
  chunk_index: passage.chunkIndex,
  token_count: passage.tokenCount,
  text: passage.text,
  context: passage.contextText,
  metadata: passage.metadata,
  ...(passage.layout !== undefined && { boxes: passage.layout }),
});

export const archivedDirect = ({ id, text, metadata }: Passage): ArchivedPassage => ({
  document_id: "",
  id,
  chunk_index: 0,
  token_count: 0,
  text,
  context: "",
  metadata,
});

export const recordOf = (
  document: DocumentRecord,
  chunks: { readonly count: number; readonly tokens: number } | undefined,
): ArchivedDocument => ({
  id: document.id,
  filename: document.filename,
  file_type: document.fileType,
  file_size: document.fileSize,
  sha256: document.contentHash,
  metadata: document.metadata,
  ready: chunks !== undefined,
  chunk_count: chunks?.count ?? 0,
  token_count: chunks?.tokens ?? 0,
  info: chunks === undefined ? null : document.info,
  created_at: document.createdAt,
  ...(document.externalId !== null && { external_id: document.externalId }),
  ...(document.expiresAt !== null && { expires_at: document.expiresAt }),
  ...(document.sourceUrl !== null && { source_url: document.sourceUrl }),
});

/** Marks a passage as having no vector. */
export const withoutVector = (passage: ArchivedPassage): ArchivedPassage => ({ ...passage, embedded: false });

export const manifestOf = (collection: CollectionRecord): Manifest => ({
  format: FORMAT,
  version: FORMAT_VERSION,
  collection: {
    name: collection.name,
    description: collection.description,
    embedding_provider: collection.embeddingProvider,
    embedding_model: collection.embeddingModel,
    dimension: collection.dimension,
    chunk_size: collection.chunkSize,
    chunk_overlap: collection.chunkOverlap,
    chunk_strategy: collection.chunkStrategy,
    reranking_enabled: collection.rerankingEnabled,
    reranking_model: collection.rerankingModel,
    default_top_k: collection.defaultTopK,
    default_min_score: collection.defaultMinScore,
    default_search_mode: collection.defaultSearchMode,
    default_alpha: collection.defaultAlpha,
    default_ttl_seconds: collection.defaultTtlSeconds,
    metadata: collection.metadata,
  },
  counts: { documents: collection.documentCount, chunks: collection.chunkCount },
});
