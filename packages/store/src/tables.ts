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

/**
 * Column values as returned by the drivers. Timestamps are ISO 8601 UTC text with milliseconds, JSON is text, booleans
 * are 0 or 1.
 */
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
  /** Name of the vector store that contains the index. */
  vector_store: string;
  /**
   * Whether the collection was created in the vector store. If the store doesn't know a created collection, its vectors
   * are elsewhere.
   */
  index_made: number;
  document_count: number;
  /** Documents by status. Ready ones are the remainder. */
  pending_count: number;
  processing_count: number;
  failed_count: number;
  /**
   * List version: increases when a document is removed, or added out of order, which moves the positions of others in
   * the list.
   */
  moves: number;
  /** Creation time of the newest document that ever existed. "" before the first. */
  newest_at: string;
  /** Last assigned document number. Numbers are consecutive and never reused. */
  last_number: number;
  chunk_count: number;
  /** Number of chunks ever added to `chunk_count` or subtracted from it. */
  chunk_churn: number;
  token_count: number;
  size_bytes: number;
  /** Seconds after which documents without an expiry time of their own expire. Null for never. */
  default_ttl_seconds: number | null;
  /** Number of its rows in `lagging_documents`. */
  lagging_count: number;
  created_at: string;
  updated_at: string;
}

/** Source of a document's failure: the embedding provider, the file itself, or a dependency of the service. */
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
  /** External id in UTF-8, unique in the collection. Null if the caller set none. */
  external_id: Uint8Array | null;
  /** Original external id if it was not sent in NFC, otherwise null. */
  external_id_sent: string | null;
  /** Time from which no response contains it. Null for never. */
  expires_at: string | null;
  /** URL of its content. Null for an uploaded file. */
  source_url: string | null;
  /** JSON of `FetchedPage`. Null unless it was fetched. */
  fetched: string | null;
  /** Id of the original file. Null if that is the document's id. */
  file_id: string | null;
  /**
   * JSON of `PreviousVersion`, without the id of its file. Null unless the live generation was made from other bytes
   * than the current ones.
   */
  former: string | null;
  former_file_id: string | null;
  created_at: string;
  updated_at: string;
  /**
   * Number in its collection, for its lifetime. Null for a document of an older version, which has no field values yet.
   */
  number: number | null;
  /** Name in lower case. */
  filename_key: string;
  /** Batch by which it was last attached. Null for none. */
  batch_id: string | null;
  /** JSON of `DocumentChunking`. Null for the collection's. */
  chunking: string | null;
}

/**
 * Inverted index of documents by field value: each row has the documents of one block of numbers, as a bitmap or a list
 * of positions. `fact` is a path, a kind and a value, encoded in an order that supports range queries.
 */
export interface DocumentFieldValuesTable {
  collection_id: string;
  fact: Uint8Array;
  block: number;
  data: Uint8Array;
}

export type OperationState = "running" | "completed" | "cancelled" | "failed";

/** Bulk operations on documents or vectors. `parameters` and `errors` are JSON. */
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

/** Pending items of an operation, several per row: `items` is a JSON array. */
export interface OperationPiecesTable {
  operation_id: string;
  piece: number;
  items: string;
}

/** Documents whose passages have newer metadata than the stores. */
export interface LaggingDocumentsTable {
  collection_id: string;
  document_id: string;
  /** Random value, drawn with each change: an update of the stores to another version does not complete this one. */
  version: string;
}

export type JobState = "queued" | "active" | "completed" | "failed";

/** Queue of `@quarry/jobs`. Times are epoch milliseconds, because leases are arithmetic. */
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
  /** Start of the last attempt. */
  claimed_at: number | null;
  /** Name of the provider or resource that it waits for. */
  waits_for: string | null;
  /** JSON of the wait: its start and its other state. */
  waits: string | null;
  /**
   * Jobs of one family wait for the same dependency, and share one slot in the rotation among their caller's families.
   */
  family: string | null;
  /** Caller that it belongs to; "" if unknown. */
  caller: Generated<string>;
  /** State of the job in the queue: 0 running or ended, 1 due, 2 not due yet (checked when due). */
  line: Generated<number>;
}

/** Number of pruned finished jobs, so that totals never decrease. */
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
  /** Collection id or key name. */
  subject: string;
  request_count: number;
  query_count: number;
  embedded_tokens: number;
  /** Stored bytes of a collection at its last use on that day. */
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

/** Sums over the retained days, by query. */
export type QuerySumsTable = Omit<QueryDaysTable, "day">;

export interface MetaTable {
  name: string;
  value: string;
}

/** Keys with restricted access. Only the digest of a key is stored. */
export interface ApiKeysTable {
  id: string;
  name: string;
  /** SHA-256 of the key, lower-case hex. */
  digest: string;
  scope: KeyScope;
  /** JSON array of collection names. Null for all. */
  collections: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** JSON object in the filter language. Null for all. */
  filter: string | null;
  /** Signing method of the key's user tokens; null unless it signs any. */
  signing: TokenAlgorithm | null;
  /** Encrypted. Null unless it signs with a secret. */
  signing_secret: string | null;
  /** SPKI in PEM. Null unless it signs with a private key. */
  public_key: string | null;
}

/** Names as in RFC 7518 and RFC 8037. */
export type TokenAlgorithm = "HS256" | "EdDSA";

/** First responses to requests with an Idempotency-Key. */
export interface StoredAnswersTable {
  id: string;
  /** Fingerprint of the request's content, lower-case hex: the same key with other content is refused. */
  fingerprint: string;
  answer: string;
  created_at: string;
}

export interface WebhooksTable {
  id: string;
  url: string;
  /** JSON array of event names. */
  events: string;
  /** JSON array of collection names. Null for all. */
  collections: string | null;
  description: string;
  active: number;
  /** Encrypted by `SecretBox`. */
  secret: string;
  created_at: string;
  updated_at: string;
}

export type WebhookDeliveryStatus = "pending" | "delivered" | "failed";

/** Delivery of one event to one webhook. Times of attempts are epoch milliseconds, because leases are arithmetic. */
export interface WebhookDeliveriesTable {
  /** Order in which events happened. */
  seq: Generated<number>;
  id: string;
  webhook_id: string;
  event: string;
  collection: string;
  document_id: string;
  status: WebhookDeliveryStatus;
  /** Exact text that is sent. */
  payload: string;
  /** Number of completed attempts. */
  attempts: number;
  response_status: number | null;
  error: string | null;
  created_at: string;
  /** Null while pending: an earlier event of the same document must be delivered first. */
  next_attempt_at: number | null;
  delivered_at: string | null;
  lease_until: number | null;
  owner: string | null;
}

/** Console sessions that were signed out. Times are epoch milliseconds. */
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
