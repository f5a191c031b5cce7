import { fileIdOf, fileStatusOf, isExpiredStore, storeExpiry } from "@quarry/catalog";
import { GIVEN_CHUNKS_TYPE, type JsonObject, type JsonValue, UNKNOWN_FILE_TYPE } from "@quarry/plugin/domain";
import type {
  CollectionRecord,
  DocumentRecord,
  FileBatchRecord,
  FileCounts,
  StoredFileRecord,
  UploadRecord,
  VectorStoreRecord,
} from "@quarry/store";
import { toId } from "./ids.ts";

/** Converts a time to whole seconds since 1970. */
export const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

export const toFile = (file: StoredFileRecord) => ({
  id: toId("file_id", file.id),
  object: "file",
  bytes: file.size,
  created_at: seconds(file.createdAt),
  expires_at: file.expiresAt === null ? null : seconds(file.expiresAt),
  filename: file.filename,
  purpose: file.purpose,
  // A file can be used immediately, without processing.
  status: "processed",
  status_details: null,
});

/** Converts an upload to OpenAI's format. */
export const toUpload = (upload: UploadRecord, file?: StoredFileRecord) => ({
  id: toId("upload_id", upload.id),
  object: "upload",
  bytes: upload.size,
  created_at: seconds(upload.createdAt),
  expires_at: seconds(upload.expiresAt),
  filename: upload.filename,
  purpose: upload.purpose,
  status: upload.state as string,
  file: file === undefined ? null : toFile(file),
});

export const toCounts = ({ pending, processing, ready, failed, cancelled }: FileCounts) => ({
  in_progress: pending + processing,
  completed: ready,
  failed,
  cancelled,
  total: pending + processing + ready + failed + cancelled,
});

export const toVectorStore = (store: VectorStoreRecord, counts: FileCounts, usageBytes: number) => {
  const { collection, name, expiresAfterDays, lastActiveAt } = store;
  const shown = toCounts(counts);
  const expiry = storeExpiry(store);
  const status = isExpiredStore(store) ? "expired" : shown.in_progress > 0 ? "in_progress" : "completed";
  return {
    id: toId("vector_store_id", collection.id),
    object: "vector_store",
    created_at: seconds(collection.createdAt),
    name,
    description: collection.description === "" ? null : collection.description,
    usage_bytes: usageBytes,
    file_counts: shown,
    status,
    expires_after: expiresAfterDays === null ? null : { anchor: "last_active_at", days: expiresAfterDays },
    expires_at: expiry === undefined ? null : Math.floor(expiry / 1000),
    last_active_at: seconds(lastActiveAt),
    metadata: textsOf(collection.metadata),
  };
};

/** Converts metadata to strings, as in OpenAI's API: other values are shown as JSON. */
const textsOf = (metadata: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );

/**
 * Whether an attribute can have the value. Other values in a document's metadata are not shown, and not changed by an
 * update.
 */
const isAttribute = (value: JsonValue | undefined): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

export const attributesOf = (metadata: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => isAttribute(value)));

/** Builds the merge patch that replaces all attributes with these. */
export const attributesPatch = (metadata: JsonObject, attributes: JsonObject): JsonObject => ({
  ...Object.fromEntries(Object.keys(attributesOf(metadata)).map((key) => [key, null])),
  ...attributes,
});

export const toStoreFile = (document: DocumentRecord, collection: CollectionRecord) => {
  const status = fileStatusOf(document);
  return {
    id: fileIdOf(document),
    object: "vector_store.file",
    usage_bytes: document.fileSize,
    created_at: seconds(document.createdAt),
    vector_store_id: toId("vector_store_id", collection.id),
    status,
    last_error: status === "failed" ? lastError(document) : null,
    attributes: attributesOf(document.metadata),
    chunking_strategy: chunkingOf(document, collection),
  };
};

const lastError = ({ failedBy, fileType, errorMessage }: DocumentRecord) => ({
  code: failedBy !== "file" ? "server_error" : fileType === UNKNOWN_FILE_TYPE ? "unsupported_file" : "invalid_file",
  message: errorMessage ?? "",
});

const chunkingOf = ({ fileType, chunking }: DocumentRecord, { chunkSize, chunkOverlap }: CollectionRecord) =>
  fileType === GIVEN_CHUNKS_TYPE
    ? { type: "other" }
    : {
        type: "static",
        static: {
          max_chunk_size_tokens: chunking?.size ?? chunkSize,
          chunk_overlap_tokens: chunking?.overlap ?? chunkOverlap,
        },
      };

export const toBatch = (batch: FileBatchRecord, counts: FileCounts) => {
  const shown = toCounts(counts);
  const isFailed = shown.total > 0 && shown.failed === shown.total;
  const ended = isFailed ? "failed" : "completed";
  const status = batch.cancelledAt !== null ? "cancelled" : shown.in_progress > 0 ? "in_progress" : ended;
  return {
    id: toId("batch_id", batch.id),
    object: "vector_store.file_batch",
    created_at: seconds(batch.createdAt),
    vector_store_id: toId("vector_store_id", batch.collectionId),
    status,
    file_counts: shown,
  };
};

export const deleted = (id: string, object: string) => ({ json: { id, object, deleted: true } });
