import type { ChunkStrategy, DocumentStatus, KeyScope, SearchMode } from "@quarry/plugin/domain";
import type { Generated } from "kysely";
import type {
  EmbedderTrainingSegmentsTable,
  EmbedderTrainingsTable,
  EmbeddingCacheSizeTable,
  EmbeddingCacheTable,
} from "./embedding-tables.ts";
import type { IndexChangesTable } from "./index-change-tables.ts";
import type {
  PreviousTermsTable,
  PassageCollectionsTable,
  PassageDocumentsTable,
  PassagesTable,
  VectorWritesTable,
  WordWritesTable,
} from "./passage-tables.ts";
import type {
  FileBatchesTable,
  RemovedItemsTable,
  StoredFilesTable,
  UploadPartsTable,
  UploadsTable,
  VectorStoresTable,
} from "./uploaded-file-tables.ts";

/** Column values as the drivers give them. Timestamps are ISO 8601 UTC text with milliseconds, JSON is text, booleans are 0 or 1. */
export interface CollectionsTable {
  id: string;
  name: string;
  /** `name` in lower case, for the case-insensitive prefix filter. */
  name_lower: string;
  description: string;
  embedding_provider: string;
  embedding_model: string;
  embedding_api_key: string | null;
  dimension: number;
  chunk_size: number;
  chunk_overlap: number;
  chunk_strategy: ChunkStrategy | null;
  reranking_enabled: number;
  reranking_model: string;
  reranking_api_key: string | null;
  default_top_k: number;
  default_min_score: number | null;
  default_search_mode: SearchMode;
  default_alpha: number | null;
  metadata: string;
  index_generation: number;
  /** Name of the vector store that the index is on. */
  vector_store: string;
  /**
   * Whether the collection was created in the vector store; if the store doesn't know it then, its vectors are
   * elsewhere.
   */
  index_made: number;
  document_count: number;
  /** Documents by status; those that are ready are the rest. */
  pending_count: number;
  processing_count: number;
  failed_count: number;
  /** Grows when a document goes, or comes that is not the newest: the places of others in the list have moved. */
  moves: number;
  /** When the newest document that there ever was came; "" before the first. */
  newest_at: string;
  /** Of the documents that there ever were: each got the next one. */
  last_number: number;
  chunk_count: number;
  /** Chunks that were ever added to `chunk_count` or taken from it. */
  chunk_churn: number;
  token_count: number;
  size_bytes: number;
  /** Seconds after which documents expire that came without a moment of their own; null for never. */
  default_ttl_seconds: number | null;
  /** Its rows in `lagging_documents`. */
  lagging_count: number;
  created_at: string;
  updated_at: string;
}

/** Source of a document's failure: the embedding provider, the file itself, or what the service depends on. */
export type FailureSource = "provider" | "file" | "service";

export interface DocumentsTable {
  id: string;
  collection_id: string;
  filename: string;
  file_type: string;
  file_size: number;
  content_hash: string;
  metadata: string;
  status: DocumentStatus;
  error_message: string | null;
  failed_by: FailureSource | null;
  generation: number;
  live_generation: number | null;
  chunk_count: number;
  token_count: number;
  info: string | null;
  /** UTF-8. Unique in the collection; null where the caller gave none. */
  external_id: Uint8Array | null;
  /** As it was sent, where that is not NFC; else null. */
  external_id_sent: string | null;
  /** From when on it is in no answer; null for never. */
  expires_at: string | null;
  /** URL that the text came from; null for an uploaded file. */
  source_url: string | null;
  /** JSON of `FetchedPage`; null unless it was fetched. */
  fetched: string | null;
  /** Names the original file; null where that has the document's id. */
  file_id: string | null;
  /** JSON of `FormerVersion`, its file's name apart; null unless the live generation was made of other bytes than the present ones. */
  former: string | null;
  former_file_id: string | null;
  created_at: string;
  updated_at: string;
  /** In its collection, for as long as it is there. Null for one of before, which has no field values yet. */
  number: number | null;
  /** Its name in lower case. */
  filename_key: string;
  /** The batch that it was last attached by; null for none. */
  batch_id: string | null;
  /** JSON of `DocumentChunking`; null for the collection's. */
  chunking: string | null;
}

/**
 * Documents by what is so of them: those of a block of numbers, as bits or as places. `fact` is a path, a kind and a value, in
 * an order that ranges can be asked of.
 */
export interface DocumentFieldValuesTable {
  collection_id: string;
  fact: Uint8Array;
  block: number;
  data: Uint8Array;
}

export type OperationState = "running" | "completed" | "cancelled" | "failed";

/** Work on many documents or vectors. `parameters` and `errors` are JSON. */
export interface OperationsTable {
  id: string;
  collection_id: string;
  collection_name: string;
  kind: string;
  state: OperationState;
  parameters: string;
  total_count: number;
  done_count: number;
  failed_count: number;
  errors: string;
  created_at: string;
  updated_at: string;
  finished_at: string | null;
}

/** Items of an operation that are still to be done, some per row: `items` is a JSON array. */
export interface OperationPiecesTable {
  operation_id: string;
  piece: number;
  items: string;
}

/** Documents whose passages have newer metadata than the stores have of them. */
export interface LaggingDocumentsTable {
  collection_id: string;
  document_id: string;
  /** Drawn with each change: who has brought the stores up to another one is not done. */
  version: string;
}

export type JobState = "queued" | "active" | "completed" | "failed";

/** The queue of `@quarry/jobs`. Times are epoch milliseconds, because leases are arithmetic. */
export interface JobsTable {
  seq: Generated<number>;
  id: string;
  kind: string;
  subject: string;
  payload: string;
  state: JobState;
  attempts: number;
  max_attempts: number;
  run_at: number;
  lease_until: number | null;
  owner: string | null;
  error: string | null;
  created_at: number;
  finished_at: number | null;
  /** When the last attempt began. */
  claimed_at: number | null;
  /** Name of the provider or resource that it waits for. */
  waits_for: string | null;
  /** JSON: since when it waits, and what else is to be known of that. */
  waits: string | null;
  /** Jobs of one family wait for the same, and have one turn among those of their caller. */
  family: string | null;
  /** Caller that it is done for; "" when unknown. */
  caller: Generated<string>;
  /** State of the job in the queue: 0 not queued, 1 queued, 2 checked when it is due. */
  line: Generated<number>;
}

/** Finished jobs that were pruned, so that totals never go back. */
export interface JobTotalsTable {
  kind: string;
  state: "completed" | "failed";
  total: number;
}

export interface QueryHoursTable {
  collection_id: string;
  hour: number;
  query_count: number;
  latency_ms: number;
  result_count: number;
  score: number;
  empty_count: number;
}

/** Usage on one day (days since 1970, UTC). */
export interface UsageDaysTable {
  grouping_kind: "collection" | "key";
  day: number;
  /** A collection's id, or a key's name. */
  subject: string;
  request_count: number;
  query_count: number;
  embedded_tokens: number;
  /** Of a collection, when it was last used that day. */
  stored_bytes: number | null;
}

export interface QueryDaysTable {
  collection_id: string;
  day: number;
  query_hash: string;
  query: string;
  query_count: number;
  empty_count: number;
}

/** Sums of the days that count, by query. */
export type QuerySumsTable = Omit<QueryDaysTable, "day">;

export interface MetaTable {
  name: string;
  value: string;
}

/** Keys with less than full access. Only the digest of a key is kept. */
export interface ApiKeysTable {
  id: string;
  name: string;
  /** SHA-256 of the key, lower-case hex. */
  digest: string;
  scope: KeyScope;
  /** JSON array of collection names; null for all. */
  collections: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** JSON object, in the language of filters; null for all. */
  filter: string | null;
  /** Signing method of the key's user tokens; null unless it signs any. */
  signing: TokenAlgorithm | null;
  /** Sealed; null unless it signs with a secret. */
  signing_secret: string | null;
  /** SPKI in PEM; null unless it signs with a private key. */
  public_key: string | null;
}

/** By the names of RFC 7518 and RFC 8037. */
export type TokenAlgorithm = "HS256" | "EdDSA";

/** First answers to requests that came with an Idempotency-Key. */
export interface StoredAnswersTable {
  id: string;
  /** Of what the request said, lower-case hex: the same key with something else is refused. */
  fingerprint: string;
  answer: string;
  created_at: string;
}

export interface WebhooksTable {
  id: string;
  url: string;
  /** JSON array of event names. */
  events: string;
  /** JSON array of collection names; null for all. */
  collections: string | null;
  description: string;
  active: number;
  /** Sealed by `SecretBox`. */
  secret: string;
  created_at: string;
  updated_at: string;
}

export type WebhookDeliveryStatus = "pending" | "delivered" | "failed";

/** One event for one webhook. Times of attempts are epoch milliseconds, because leases are arithmetic. */
export interface WebhookDeliveriesTable {
  /** The order in which events happened. */
  seq: Generated<number>;
  id: string;
  webhook_id: string;
  event: string;
  collection: string;
  document_id: string;
  status: WebhookDeliveryStatus;
  /** The exact text that is sent. */
  payload: string;
  /** Attempts that came to an end. */
  attempts: number;
  response_status: number | null;
  error: string | null;
  created_at: string;
  /** Null while pending: an earlier event of the same document is to be delivered first. */
  next_attempt_at: number | null;
  delivered_at: string | null;
  lease_until: number | null;
  owner: string | null;
}

/** Sessions of the console that were signed out of. Times are epoch milliseconds. */
export interface EndedSessionsTable {
  digest: string;
  ended_at: number;
  kept_until: number;
}

export interface Tables {
  ended_sessions: EndedSessionsTable;
  index_changes: IndexChangesTable;
  collections: CollectionsTable;
  documents: DocumentsTable;
  lagging_documents: LaggingDocumentsTable;
  document_facts: DocumentFieldValuesTable;
  operations: OperationsTable;
  operation_pieces: OperationPiecesTable;
  jobs: JobsTable;
  job_totals: JobTotalsTable;
  meta: MetaTable;
  query_hours: QueryHoursTable;
  usage_days: UsageDaysTable;
  query_days: QueryDaysTable;
  query_sums: QuerySumsTable;
  api_keys: ApiKeysTable;
  stored_answers: StoredAnswersTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  embedding_cache: EmbeddingCacheTable;
  embedding_cache_size: EmbeddingCacheSizeTable;
  embedder_fits: EmbedderTrainingsTable;
  embedder_fit_pieces: EmbedderTrainingSegmentsTable;
  passage_collections: PassageCollectionsTable;
  passage_documents: PassageDocumentsTable;
  passages: PassagesTable;
  word_writes: WordWritesTable;
  former_words: PreviousTermsTable;
  vector_writes: VectorWritesTable;
  stored_files: StoredFilesTable;
  uploads: UploadsTable;
  upload_parts: UploadPartsTable;
  vector_stores: VectorStoresTable;
  file_batches: FileBatchesTable;
  removed_items: RemovedItemsTable;
}
