/** A file outside of collections. Several may share the bytes of one blob. */
export interface StoredFilesTable {
  /** A UUID, version 7: files are listed by it. */
  id: string;
  /** Digest of who may see it besides keys without limits. */
  owner: string;
  /** As it was given. */
  filename: string;
  purpose: string;
  /** Chooses the parser. */
  file_type: string;
  size: number;
  /** SHA-256, lower-case hex. */
  content_hash: string;
  /** Names the bytes in the file store. */
  blob_id: string;
  created_at: string;
  expires_at: string | null;
}

export type UploadState = "pending" | "completed" | "cancelled";

/** A file that comes in parts. */
export interface UploadsTable {
  id: string;
  owner: string;
  filename: string;
  purpose: string;
  /** Of all parts together, as announced. */
  size: number;
  state: UploadState;
  file_id: string | null;
  /** Lifetime of the file, in seconds; null for ever. */
  file_seconds: number | null;
  created_at: string;
  expires_at: string;
}

/** The id names its bytes in the file store. */
export interface UploadPartsTable {
  id: string;
  upload_id: string;
  size: number;
  created_at: string;
}

/** Fields of a collection that only OpenAI's clients know; one without a row has its defaults. */
export interface VectorStoresTable {
  collection_id: string;
  /** Free text. */
  name: string;
  /** Days without activity after which it is expired; null for never. */
  expires_after_days: number | null;
  last_active_at: string;
}

/** Documents that were made together. Which ones, and how far they are, the documents say. */
export interface FileBatchesTable {
  id: string;
  collection_id: string;
  owner: string;
  created_at: string;
  cancelled_at: string | null;
}

/** Position of an item in a list that it was removed from, so that a cursor that names it works for another day. */
export interface RemovedItemsTable {
  /** A collection's id; of collections themselves a constant. */
  list: string;
  item: string;
  created_at: string;
  id: string;
  removed_at: string;
}
