/** The resources of the contract, as far as the load looks at them. */
export type DocumentStatus = "pending" | "processing" | "ready" | "failed";

export interface Collection {
  readonly id: string;
  readonly name: string;
  readonly dimension: number;
  readonly document_count: number;
}

export interface Document {
  readonly id: string;
  readonly collection_id: string;
  readonly filename: string;
  readonly file_size: number;
  readonly chunk_count: number;
  readonly status: DocumentStatus;
  readonly error_message: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface QueryResult {
  readonly id: string;
  readonly text: string;
  readonly score: number;
  readonly document_id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly collection?: string;
}

export interface QueryAnswer {
  readonly results: readonly QueryResult[];
  readonly total: number;
}

export interface CollectionStats {
  readonly document_count: number;
  readonly total_chunks: number;
  readonly total_tokens: number;
  readonly total_size_bytes: number;
  readonly status_counts: Readonly<Record<DocumentStatus, number>>;
}

export interface PlatformStats {
  readonly collections: number;
  readonly documents: Readonly<
    Record<DocumentStatus | "total" | "total_chunks" | "total_tokens" | "total_size_bytes", number>
  >;
  readonly webhooks: number;
  readonly queue: Readonly<Record<"queued" | "completed" | "failed" | "pending" | "processing", number>>;
}

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly document_id: string;
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: number;
}

export const SETTLED: ReadonlySet<DocumentStatus> = new Set(["ready", "failed"]);

export const SEARCH_MODES = ["semantic", "keyword", "hybrid"] as const;
