import { composed, type DocumentStatus, type JsonObject } from "@quarry/plugin/domain";
import type { Selectable } from "kysely";
import type { PageRequest } from "./page.ts";
import type { DocumentsTable, FailureSource } from "./tables.ts";

/** Properties that a parser found in a file. Absent fields are unknown. */
export interface DocumentInfo {
  readonly title?: string;
  readonly author?: string;
  /** Creation time recorded in the file, ISO 8601 UTC. */
  readonly createdAt?: string;
  /** Modification time recorded in the file, ISO 8601 UTC. */
  readonly modifiedAt?: string;
  readonly keywords?: readonly string[];
  readonly language?: string;
  /** Further values of its format, named as in the chunks' metadata. */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  readonly pages?: number;
  /** Number of pages whose text was recognised by OCR. */
  readonly ocrPages?: number;
  /** OCR confidence of each of the first of those pages. */
  readonly ocrConfidences?: readonly { readonly page: number; readonly confidence: number }[];
  /** Number of lines omitted because they repeat on many pages, or are page numbers. */
  readonly repeatedLines?: number;
  /** Warnings about content omitted from the text, with the reason, in sentences. */
  readonly warnings?: readonly string[];
  /** Documents made from files within this one. */
  readonly attachments?: readonly Attachment[];
  /** Timings of the run that made its chunks. Absent if that was before timings were recorded. */
  readonly timings?: RunTimings;
}

/** Document made from a file within another one. */
export interface Attachment {
  readonly id: string;
  readonly filename: string;
}

/**
 * Durations of a run, in milliseconds. Its steps run concurrently: a step's time is the time in which at least one part
 * of the document was in it.
 */
export interface RunTimings {
  /** Time from the request of the run to the start of the successful attempt. */
  readonly waitingMs: number;
  /** Parsing the file, and fetching it if it is remote. */
  readonly readingMs: number;
  readonly cuttingMs: number;
  readonly embeddingMs: number;
  /** Writing vectors. */
  readonly storingMs: number;
  /** Writing texts and their terms. */
  readonly indexingMs: number;
  /** Duration of the attempt, until all was written. */
  readonly totalMs: number;
}

/** Stored document. Timestamps are ISO 8601 UTC. */
export interface DocumentRecord {
  readonly id: string;
  readonly collectionId: string;
  readonly filename: string;
  readonly fileType: string;
  /** Size in bytes. */
  readonly fileSize: number;
  /** SHA-256 of the file, lower-case hex. */
  readonly contentHash: string;
  readonly metadata: JsonObject;
  readonly status: DocumentStatus;
  readonly errorMessage: string | null;
  /** Null unless it failed, or if it failed before this was recorded. */
  readonly failedBy: FailureSource | null;
  /** Current run: starts at 1 and increases by one on every reprocess. Only the current run can change the document. */
  readonly generation: number;
  /** Run whose chunks search can return. Null if there is none. */
  readonly liveGeneration: number | null;
  /** Chunks and tokens of the live generation. */
  readonly chunkCount: number;
  readonly tokenCount: number;
  readonly info: DocumentInfo | null;
  /** External id, unique in the collection. Null if the caller set none. */
  readonly externalId: string | null;
  /** Time from which no response contains the document. Null for never. */
  readonly expiresAt: string | null;
  /** URL of its content. Null for an uploaded file. */
  readonly sourceUrl: string | null;
  /** Validators that the server sent with the page. Null unless it was fetched. */
  readonly fetched: FetchedPage | null;
  /** Id of its original file in the file store. */
  readonly fileId: string;
  /** Version that the live generation was made from, if its bytes are not the current ones. Otherwise null. */
  readonly former: PreviousVersion | null;
  /** Batch of files by which it was last attached. Null for none. */
  readonly batchId: string | null;
  /** Chunk size and overlap that override the collection's. Null for the collection's. */
  readonly chunking: DocumentChunking | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Chunk size and overlap, in tokens. */
export interface DocumentChunking {
  readonly size: number;
  readonly overlap: number;
}

/**
 * Validators and title that a server sent with a page. A later conditional request with them fetches the page only if
 * it has changed.
 */
export interface FetchedPage {
  readonly etag?: string;
  readonly lastModified?: string;
  readonly title?: string;
  /** ISO 8601 UTC. */
  readonly fetchedAt: string;
}

/** Live version of a document that another one is to replace. */
export interface PreviousVersion extends Pick<
  DocumentRecord,
  "fileId" | "filename" | "fileType" | "fileSize" | "contentHash" | "metadata"
> {}

/** Fields that an upload sets. The document starts as pending, at generation 1. */
export type NewDocument = Pick<
  DocumentRecord,
  "id" | "collectionId" | "filename" | "fileType" | "fileSize" | "contentHash" | "metadata"
> &
  Partial<Pick<DocumentRecord, "externalId" | "expiresAt" | "sourceUrl" | "fetched" | "fileId">>;

/** New bytes of a document, and the fields that came with them. */
export type Replacement = Pick<
  DocumentRecord,
  ("fileId" | "filename" | "fileType" | "fileSize" | "contentHash" | "metadata") | ("expiresAt" | "sourceUrl")
>;

/** Result of a restarted run. */
export interface Restarted {
  readonly document: DocumentRecord;
  /** File that no version of the document uses any more. */
  readonly droppedFileId: string | null;
}

/**
 * Document that existed elsewhere. With a run it is ready, and its chunks are those of generation 1. Without one it is
 * pending.
 */
export interface RestoredDocument extends NewDocument {
  readonly createdAt: string;
  readonly run: { readonly chunkCount: number; readonly tokenCount: number; readonly info: DocumentInfo | null } | null;
}

/** Encodes an external id as stored in its column, which is compared byte by byte: in Unicode NFC. */
export const externalIdBytes = (externalId: string): Uint8Array => Buffer.from(composed(externalId));

/** Columns of an external id: the compared form in Unicode NFC, and the original if that differs. */
export const externalIdColumns = (
  externalId: string | null,
): Pick<Selectable<DocumentsTable>, "external_id" | "external_id_sent"> => {
  if (externalId === null) return { external_id: null, external_id_sent: null };
  const isComposed = composed(externalId) === externalId;
  return { external_id: externalIdBytes(externalId), external_id_sent: isComposed ? null : externalId };
};

/** Returns the external id as it was sent. */
export const externalIdOf = ({
  external_id: bytes,
  external_id_sent: sent,
}: Pick<Selectable<DocumentsTable>, "external_id" | "external_id_sent">): string | null =>
  sent ?? (bytes === null ? null : externalIdText(bytes));

const externalIdText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

/**
 * Length in characters up to which metadata is stored parsed. Longer metadata is parsed on each access: a thousand
 * parsed values take several times the memory of their text.
 */
const MAX_EAGER_PARSE_LENGTH = 1_024;

export const documentFromRow = (row: Selectable<DocumentsTable>): DocumentRecord => {
  const { metadata } = row;
  const parse = () => JSON.parse(metadata) as JsonObject;
  if (metadata.length <= MAX_EAGER_PARSE_LENGTH) return recordOf(row, parse());
  return Object.defineProperty(recordOf(row, {}), "metadata", { enumerable: true, get: parse });
};

const recordOf = (row: Selectable<DocumentsTable>, metadata: JsonObject): DocumentRecord => ({
  id: row.id,
  collectionId: row.collection_id,
  filename: row.filename,
  fileType: row.file_type,
  fileSize: row.file_size,
  contentHash: row.content_hash,
  metadata,
  status: row.status,
  errorMessage: row.error_message,
  failedBy: row.failed_by,
  generation: row.generation,
  liveGeneration: row.live_generation,
  chunkCount: row.chunk_count,
  tokenCount: row.token_count,
  info: row.info === null ? null : (JSON.parse(row.info) as DocumentInfo),
  externalId: externalIdOf(row),
  expiresAt: row.expires_at,
  sourceUrl: row.source_url,
  fetched: row.fetched === null ? null : (JSON.parse(row.fetched) as FetchedPage),
  fileId: row.file_id ?? row.id,
  former: previousFromRow(row),
  batchId: row.batch_id,
  chunking: row.chunking === null ? null : (JSON.parse(row.chunking) as DocumentChunking),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const previousFromRow = ({
  former: previous,
  former_file_id: fileId,
}: Pick<Selectable<DocumentsTable>, "former" | "former_file_id">): PreviousVersion | null =>
  previous === null || fileId === null
    ? null
    : { ...(JSON.parse(previous) as Omit<PreviousVersion, "fileId">), fileId };

/** Copies a row's current version to the columns of the previous version. */
export const previousColumns = (
  document: PreviousVersion,
): Pick<Selectable<DocumentsTable>, "former" | "former_file_id"> => {
  const { filename, fileType, fileSize, contentHash, metadata } = document;
  const previous: Omit<PreviousVersion, "fileId"> = { filename, fileType, fileSize, contentHash, metadata };
  return { former: JSON.stringify(previous), former_file_id: document.fileId };
};

export const newDocumentRow = (document: NewDocument, now: string): Selectable<DocumentsTable> => ({
  id: document.id,
  collection_id: document.collectionId,
  filename: document.filename,
  file_type: document.fileType,
  file_size: document.fileSize,
  content_hash: document.contentHash,
  metadata: JSON.stringify(document.metadata),
  status: "pending",
  error_message: null,
  failed_by: null,
  generation: 1,
  live_generation: null,
  chunk_count: 0,
  token_count: 0,
  info: null,
  ...externalIdColumns(document.externalId ?? null),
  expires_at: document.expiresAt ?? null,
  source_url: document.sourceUrl ?? null,
  fetched: document.fetched == null ? null : JSON.stringify(document.fetched),
  file_id: document.fileId ?? null,
  former: null,
  former_file_id: null,
  created_at: now,
  updated_at: now,
  number: null,
  filename_key: filenameKey(document.filename),
  batch_id: null,
  chunking: null,
});

/** Builds the key by which file names are sorted and searched. In Unicode NFC: macOS decomposes file names. */
export const filenameKey = (filename: string): string => composed(composed(filename).toLowerCase());

export interface DocumentListRequest extends PageRequest {
  readonly status?: DocumentStatus;
  /** Only failed documents with this source of failure. */
  readonly failedBy?: FailureSource;
}

/** Results of a finished run, written under its generation. */
export interface FinishedRun {
  readonly chunkCount: number;
  readonly tokenCount: number;
  readonly info: DocumentInfo | null;
}

/** Outcome of a failed run. */
export interface RunFailure {
  readonly message: string;
  /** Null for a run that was cancelled. */
  readonly by: FailureSource | null;
}

export interface SwitchResult {
  /** Whether the run is still the current one. If false, its chunks are leftovers, which their writer must remove. */
  readonly switched: boolean;
  /** Generation that was live before; its chunks are leftovers now. Null if there was none. */
  readonly replacedGeneration: number | null;
  /** File of the version that was live before, if it was another file. */
  readonly droppedFileId: string | null;
}

export type StatusCounts = Readonly<Record<DocumentStatus, number>>;

/** Collections to count: one by id, or those of these names that exist. */
export type CollectionScope = { readonly id: string } | { readonly names: readonly string[] };

/** Totals of `/v1/stats`. */
export interface PlatformTotals {
  readonly collections: number;
  readonly documents: StatusCounts & { readonly total: number };
  readonly chunkCount: number;
  readonly tokenCount: number;
  readonly sizeBytes: number;
}
