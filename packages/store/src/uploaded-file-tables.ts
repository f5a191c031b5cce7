/** Files outside collections. Several can share the bytes of one blob. */
export interface StoredFilesTable {
  /** UUID, version 7: files are listed by it. */
  id: string;
  /** Digest of the owner, who can read it in addition to keys without restrictions. */
  owner: string;
  /** Name as sent. */
  filename: string;
  purpose: string;
  /** File type, which selects the parser. */
  file_type: string;
  size: number;
  /** SHA-256, lower-case hex. */
  content_hash: string;
  /** Id of the bytes in the file store. */
  blob_id: string;
  created_at: string;
  expires_at: string | null;
}

export type UploadState = "pending" | "completed" | "cancelled";

/** Multipart uploads. */
export interface UploadsTable {
  id: string;
  owner: string;
  filename: string;
  purpose: string;
  /** Announced total bytes of all parts. */
  size: number;
  state: UploadState;
  file_id: string | null;
  /** Lifetime of the file, in seconds. Null for unlimited. */
  file_seconds: number | null;
  created_at: string;
  expires_at: string;
}

/** Upload parts. The id identifies the bytes in the file store. */
export interface UploadPartsTable {
  id: string;
  upload_id: string;
  size: number;
  created_at: string;
}

/** Fields of a collection that only OpenAI's clients use. A collection without a row has the defaults. */
export interface VectorStoresTable {
  collection_id: string;
  /** Free text. */
  name: string;
  /** Days without activity after which it expires. Null for never. */
  expires_after_days: number | null;
  last_active_at: string;
}

/**
 * Batches of documents that were added together. The documents record which batch they belong to, and their progress.
 */
export interface FileBatchesTable {
  id: string;
  collection_id: string;
  owner: string;
  created_at: string;
  cancelled_at: string | null;
}

/** Position of an item in a list that it was removed from, so that a cursor on it works for another day. */
export interface RemovedItemsTable {
  /** Collection id, or a constant for the list of collections. */
  list: string;
  item: string;
  created_at: string;
  id: string;
  removed_at: string;
}
