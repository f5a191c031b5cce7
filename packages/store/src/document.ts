import { composed, type DocumentStatus, type JsonObject } from "@quarry/plugin/domain";
import type { Selectable } from "kysely";
import type { PageRequest } from "./page.ts";
import type { DocumentsTable, FailureSource } from "./tables.ts";

/** Info that a parser found in a file; absent fields are not known. */
export interface DocumentInfo {
  readonly title?: string;
  readonly author?: string;
  /** When the file says it was written; ISO 8601 UTC. */
  readonly createdAt?: string;
  /** When the file says it was last changed; ISO 8601 UTC. */
  readonly modifiedAt?: string;
  readonly keywords?: readonly string[];
  readonly language?: string;
  /** Further values of its format, by the names of the chunks' metadata. */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  readonly pages?: number;
  /** Of the pages, those whose text was recognised in a picture. */
  readonly ocrPages?: number;
  /** Confidence of the recognition for each of the first of those. */
  readonly ocrConfidences?: readonly { readonly page: number; readonly confidence: number }[];
  /** Lines left out because they repeat on many pages, or count them. */
  readonly repeatedLines?: number;
  /** Warnings about content that was left out of the text, with the reason, in sentences. */
  readonly warnings?: readonly string[];
  /** Documents that were made of files within this one. */
  readonly attachments?: readonly Attachment[];
  /** Of the run that made its chunks; absent where that was before this was kept. */
  readonly timings?: RunTimings;
}

/** A document that was made of a file within another one. */
export interface Attachment {
  readonly id: string;
  readonly filename: string;
}

/**
 * Durations of a run, in milliseconds. Its steps run concurrently: a step's time is that in which at least one piece of
 * the document was in it.
 */
export interface RunTimings {
  /** From when the run was asked for until the attempt began that succeeded. */
  readonly waitingMs: number;
  /** Fetching the file, where it is fetched or lies elsewhere, and its parser. */
  readonly readingMs: number;
  readonly cuttingMs: number;
  readonly embeddingMs: number;
  /** Writing vectors. */
  readonly storingMs: number;
  /** Writing texts and their words. */
  readonly indexingMs: number;
  /** Of the attempt, until all was written. */
  readonly totalMs: number;
}

/** A document as stored. Timestamps are ISO 8601 UTC. */
export interface DocumentRecord {
  readonly id: string;
  readonly collectionId: string;
  readonly filename: string;
  readonly fileType: string;
  /** Bytes. */
  readonly fileSize: number;
  /** SHA-256 of the file, lower-case hex. */
  readonly contentHash: string;
  readonly metadata: JsonObject;
  readonly status: DocumentStatus;
  readonly errorMessage: string | null;
  /** Null unless it failed; null too where it failed before this was noted. */
  readonly failedBy: FailureSource | null;
  /** The current run: starts at 1, one more on every reprocess. Only the current run may change the document. */
  readonly generation: number;
  /** The run whose chunks search may return; null while there is none. */
  readonly liveGeneration: number | null;
  /** Chunks and tokens of the live generation. */
  readonly chunkCount: number;
  readonly tokenCount: number;
  readonly info: DocumentInfo | null;
  /** The caller's own id, unique in the collection; null where it gave none. */
  readonly externalId: string | null;
  /** From this moment on it is in no answer; null for never. */
  readonly expiresAt: string | null;
  /** URL that its text came from; null for an uploaded file. */
  readonly sourceUrl: string | null;
  /** Validators that the server sent when it was fetched; null unless it was. */
  readonly fetched: FetchedPage | null;
  /** Names its original file in the file store. */
  readonly fileId: string;
  /** Version that the live generation was made from, while that is not the present bytes; else null. */
  readonly former: PreviousVersion | null;
  /** The batch of files that it was last attached by; null for none. */
  readonly batchId: string | null;
  /** Size and overlap of its chunks in place of the collection's; null for these. */
  readonly chunking: DocumentChunking | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** In tokens. */
export interface DocumentChunking {
  readonly size: number;
  readonly overlap: number;
}

/**
 * Validators and title that a server sent with a page: a later request with them fetches the page only if it has
 * changed.
 */
export interface FetchedPage {
  readonly etag?: string;
  readonly lastModified?: string;
  readonly title?: string;
  /** ISO 8601 UTC. */
  readonly fetchedAt: string;
}

/** A version of a document that answers although another one is to replace it. */
export interface PreviousVersion extends Pick<
  DocumentRecord,
  "fileId" | "filename" | "fileType" | "fileSize" | "contentHash" | "metadata"
> {}

/** Fields that an upload sets; the document starts pending, at generation 1. */
export type NewDocument = Pick<
  DocumentRecord,
  "id" | "collectionId" | "filename" | "fileType" | "fileSize" | "contentHash" | "metadata"
> &
  Partial<Pick<DocumentRecord, "externalId" | "expiresAt" | "sourceUrl" | "fetched" | "fileId">>;

/** Replacement of a document's bytes, and of the fields that came with them. */
export type Replacement = Pick<
  DocumentRecord,
  ("fileId" | "filename" | "fileType" | "fileSize" | "contentHash" | "metadata") | ("expiresAt" | "sourceUrl")
>;

/** A run that was started again. */
export interface Restarted {
  readonly document: DocumentRecord;
  /** A file that no version of the document is made of any more. */
  readonly droppedFileId: string | null;
}

/** A document as it was elsewhere. With a run it is ready, its chunks being those of generation 1; without one, pending. */
export interface RestoredDocument extends NewDocument {
  readonly createdAt: string;
  readonly run: { readonly chunkCount: number; readonly tokenCount: number; readonly info: DocumentInfo | null } | null;
}

/** As its column holds it, which is compared byte by byte: in Unicode NFC. */
export const externalIdBytes = (externalId: string): Uint8Array => Buffer.from(composed(externalId));

/** The columns of a caller's own id: compared in Unicode NFC, and as it was sent where that differs. */
export const externalIdColumns = (
  externalId: string | null,
): Pick<Selectable<DocumentsTable>, "external_id" | "external_id_sent"> => {
  if (externalId === null) return { external_id: null, external_id_sent: null };
  const isComposed = composed(externalId) === externalId;
  return { external_id: externalIdBytes(externalId), external_id_sent: isComposed ? null : externalId };
};

/** The own id as it was sent. */
export const externalIdOf = ({
  external_id: bytes,
  external_id_sent: sent,
}: Pick<Selectable<DocumentsTable>, "external_id" | "external_id_sent">): string | null =>
  sent ?? (bytes === null ? null : externalIdText(bytes));

const externalIdText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

/** Metadata with more characters is parsed each time it is asked for: a thousand values take several times what their text does. */
const KEPT_PARSED = 1_024;

export const documentFromRow = (row: Selectable<DocumentsTable>): DocumentRecord => {
  const { metadata } = row;
  const parse = () => JSON.parse(metadata) as JsonObject;
  if (metadata.length <= KEPT_PARSED) return recordOf(row, parse());
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

/** Copies a row's own version to the columns of a previous version. */
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

/** The key that file names are sorted and searched by. In Unicode NFC: names of files of a Mac are decomposed. */
export const filenameKey = (filename: string): string => composed(composed(filename).toLowerCase());

export interface DocumentListRequest extends PageRequest {
  readonly status?: DocumentStatus;
  /** Only those that failed, and by whose failure. */
  readonly failedBy?: FailureSource;
}

/** Results that a finished run has written under its generation. */
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
  /** False when the run is not the current one any more: its chunks are leftovers, to be removed by who wrote them. */
  readonly switched: boolean;
  /** The generation that search could see before; its chunks are leftovers now. Null when there was none. */
  readonly replacedGeneration: number | null;
  /** The file of the version that search could see before, if that was another one. */
  readonly droppedFileId: string | null;
}

export type StatusCounts = Readonly<Record<DocumentStatus, number>>;

/** Collections to count: one, or those of these names that exist. */
export type CollectionScope = { readonly id: string } | { readonly names: readonly string[] };

/** The numbers of `/v1/stats`. */
export interface PlatformTotals {
  readonly collections: number;
  readonly documents: StatusCounts & { readonly total: number };
  readonly chunkCount: number;
  readonly tokenCount: number;
  readonly sizeBytes: number;
}
