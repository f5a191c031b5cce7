/** Resources of the contract, in their wire format. */
export type SearchMode = "semantic" | "keyword" | "hybrid";

export type DocumentStatus = "pending" | "processing" | "ready" | "failed";

export interface Collection {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly embedding_provider: string;
  readonly embedding_model: string;
  readonly dimension: number;
  readonly chunk_size: number;
  readonly chunk_overlap: number;
  readonly document_count: number;
  readonly has_api_key: boolean;
  readonly reranking_enabled: boolean;
  readonly reranking_model: string;
  readonly has_reranking_api_key: boolean;
  readonly default_top_k: number;
  readonly default_min_score: number | null;
  readonly default_search_mode: SearchMode;
  readonly metadata: Record<string, unknown>;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Document {
  readonly id: string;
  readonly collection_id: string;
  readonly filename: string;
  readonly file_type: string;
  readonly file_size: number;
  readonly chunk_count: number;
  readonly status: DocumentStatus;
  readonly error_message: string | null;
  readonly metadata: Record<string, unknown>;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Chunk {
  readonly id: string;
  readonly text: string;
  readonly chunk_index: number;
  readonly metadata: ChunkMetadata;
  /** Present with `citations`. */
  readonly citation?: Citation;
}

export interface Citation {
  readonly document_id: string;
  readonly filename: string;
  readonly title?: string;
  readonly source_url?: string;
  readonly page_from?: number;
  readonly page_to?: number;
  readonly section: readonly string[];
  readonly start?: number;
  readonly end?: number;
  readonly boxes: readonly {
    readonly page: number;
    readonly x0: number;
    readonly y0: number;
    readonly x1: number;
    readonly y1: number;
  }[];
}

export interface ChunkMetadata {
  readonly document_id: string;
  readonly page: number | null;
  readonly filename: string;
  readonly file_type: string;
  readonly section: readonly string[];
  readonly start_char: number;
  readonly end_char: number;
  readonly [key: string]: unknown;
}

export interface QueryResult {
  readonly id: string;
  readonly text: string;
  readonly score: number;
  readonly document_id: string;
  readonly chunk_index: number;
  readonly metadata: ChunkMetadata;
  /** Present with `highlight`. */
  readonly highlights?: readonly HighlightedFragment[];
  /** Present with `citations`. */
  readonly citation?: Citation;
}

export interface HighlightedFragment {
  readonly text: string;
  readonly offset: number;
  readonly matches: readonly { readonly start: number; readonly end: number }[];
}

export interface QueryAnswer {
  readonly results: readonly QueryResult[];
  readonly query: string;
  readonly collection: string;
  readonly total: number;
}

export interface Status {
  readonly status: string;
  readonly message: string;
}
