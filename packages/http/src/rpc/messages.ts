import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import {
  ChunkStrategy,
  type CollectionSchema,
  type DocumentInfoSchema,
  type DocumentSchema,
  DocumentStatus,
  FailureSource,
  Include,
  OnConflict,
  SearchMode,
} from "@quarry/api";
import { shadowedFields, shadowWarnings } from "@quarry/catalog";
import type {
  ChunkStrategy as DomainStrategy,
  DocumentStatus as DomainStatus,
  JsonObject,
  SearchMode as DomainMode,
} from "@quarry/plugin/domain";
import {
  type CollectionRecord,
  type DocumentInfo,
  type DocumentRecord,
  type FailureSource as StoredSource,
  parentIdOf,
} from "@quarry/store";
import { namesOf } from "./names-of.ts";

/** Type of a protobuf `Struct`, which is any JSON object; its own type can't express that ours is read-only. */
export type StructInit = NonNullable<MessageInitShape<typeof CollectionSchema>["metadata"]>;

export const toStruct = (metadata: JsonObject): StructInit => metadata as StructInit;

/** Returns the bytes of a vector in wire format. */
export const float32Bytes = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** Returns the parts of an entry or a passage that the answer includes. Default: all but the vector. */
export const partsIncluded = (include: readonly Include[]) => {
  const isDefault = include.length === 0;
  return {
    embedding: include.includes(Include.EMBEDDING),
    text: isDefault || include.includes(Include.TEXT),
    metadata: isDefault || include.includes(Include.METADATA),
  };
};

const CONFLICTS: Readonly<Record<number, "error" | "skip" | "replace">> = {
  [OnConflict.ERROR]: "error",
  [OnConflict.SKIP]: "skip",
  [OnConflict.REPLACE]: "replace",
};

/** Undefined if it was not given. */
export const fromOnConflict = (onConflict: OnConflict | undefined) =>
  onConflict === undefined ? undefined : CONFLICTS[onConflict];

const MODES: Readonly<Record<DomainMode, SearchMode>> = {
  semantic: SearchMode.SEMANTIC,
  keyword: SearchMode.KEYWORD,
  hybrid: SearchMode.HYBRID,
};

const MODE_NAMES = namesOf(MODES);

/** Undefined for a mode that was not given. */
export const fromSearchMode = (mode: SearchMode | undefined): DomainMode | undefined =>
  mode === undefined ? undefined : MODE_NAMES[mode];

const STRATEGIES: Readonly<Record<DomainStrategy, ChunkStrategy>> = {
  sentence: ChunkStrategy.SENTENCE,
  paragraph: ChunkStrategy.PARAGRAPH,
  section: ChunkStrategy.SECTION,
  page: ChunkStrategy.PAGE,
  fixed: ChunkStrategy.FIXED,
};

const STRATEGY_NAMES = namesOf(STRATEGIES);

/** Undefined for a strategy that was not given. */
export const fromChunkStrategy = (strategy: ChunkStrategy | undefined): DomainStrategy | undefined =>
  strategy === undefined ? undefined : STRATEGY_NAMES[strategy];

const STATUSES: Readonly<Record<DomainStatus, DocumentStatus>> = {
  pending: DocumentStatus.PENDING,
  processing: DocumentStatus.PROCESSING,
  ready: DocumentStatus.READY,
  failed: DocumentStatus.FAILED,
};

const STATUS_NAMES = namesOf(STATUSES);

export const toDocumentStatus = (status: DomainStatus): DocumentStatus => STATUSES[status];

export const fromDocumentStatus = (status: DocumentStatus | undefined): DomainStatus | undefined =>
  status === undefined ? undefined : STATUS_NAMES[status];

const SOURCE_NAMES: Readonly<Record<number, StoredSource>> = {
  [FailureSource.PROVIDER]: "provider",
  [FailureSource.FILE]: "file",
  [FailureSource.SERVICE]: "service",
};

/** Undefined for one that was not given. */
export const fromFailureSource = (source: FailureSource | undefined): StoredSource | undefined =>
  source === undefined ? undefined : SOURCE_NAMES[source];

/** Formats ISO 8601 UTC with milliseconds; finer digits are truncated. */
export const fromTimestamp = (timestamp: Timestamp): string => new Date(timestampMs(timestamp)).toISOString();

export const toTimestamp = (iso: string): Timestamp => timestampFromMs(Date.parse(iso));

type CollectionInit = MessageInitShape<typeof CollectionSchema>;

/**
 * Cache of messages by record: the store returns the same record until it changes. Messages are frozen, so their text
 * can be cached too.
 */
const collectionMessages = new WeakMap<CollectionRecord, CollectionInit>();

export const toCollection = (collection: CollectionRecord): CollectionInit => {
  let message = collectionMessages.get(collection);
  if (message === undefined)
    collectionMessages.set(collection, (message = Object.freeze(collectionMessage(collection))));
  return message;
};

const collectionMessage = (collection: CollectionRecord): CollectionInit => ({
  id: collection.id,
  name: collection.name,
  description: collection.description,
  embeddingProvider: collection.embeddingProvider,
  embeddingModel: collection.embeddingModel,
  dimension: collection.dimension,
  chunkSize: collection.chunkSize,
  chunkOverlap: collection.chunkOverlap,
  ...(collection.chunkStrategy !== null && { chunkStrategy: STRATEGIES[collection.chunkStrategy] }),
  documentCount: collection.documentCount,
  hasApiKey: collection.embeddingApiKey !== null,
  rerankingEnabled: collection.rerankingEnabled,
  rerankingModel: collection.rerankingModel,
  hasRerankingApiKey: collection.rerankingApiKey !== null,
  defaultTopK: collection.defaultTopK,
  ...(collection.defaultMinScore !== null && { defaultMinScore: collection.defaultMinScore }),
  ...(collection.defaultAlpha !== null && { defaultAlpha: collection.defaultAlpha }),
  ...(collection.defaultTtlSeconds !== null && { defaultTtlSeconds: collection.defaultTtlSeconds }),
  defaultSearchMode: MODES[collection.defaultSearchMode],
  metadata: toStruct(collection.metadata),
  createdAt: toTimestamp(collection.createdAt),
  updatedAt: toTimestamp(collection.updatedAt),
});

type DocumentInit = MessageInitShape<typeof DocumentSchema>;

const documentFields = (document: DocumentRecord) => {
  const parentId = parentIdOf(document.externalId);
  return {
    id: document.id,
    collectionId: document.collectionId,
    filename: document.filename,
    fileType: document.fileType,
    fileSize: BigInt(document.fileSize),
    chunkCount: document.chunkCount,
    status: STATUSES[document.status],
    ...(document.errorMessage !== null && { errorMessage: document.errorMessage }),
    // Converted only when it is encoded, because it can be large.
    get metadata() {
      return toStruct(document.metadata);
    },
    createdAt: toTimestamp(document.createdAt),
    updatedAt: toTimestamp(document.updatedAt),
    contentHash: document.contentHash,
    ...(document.externalId !== null && { externalId: document.externalId }),
    ...(document.expiresAt !== null && { expiresAt: toTimestamp(document.expiresAt) }),
    ...(document.sourceUrl !== null && { sourceUrl: document.sourceUrl }),
    ...(parentId !== undefined && { parentId }),
  };
};

export const toDocument = (document: DocumentRecord): DocumentInit => documentFields(document);

/** Converts a document with the information extracted from its file. */
export const toDocumentWithInfo = (document: DocumentRecord): DocumentInit => {
  const fields = documentFields(document);
  if (document.info === null) return Object.assign(fields, { withoutInfo: true });
  return Object.assign(fields, { info: toDocumentInfo(document.info, document.metadata) });
};

const toDocumentInfo = (info: DocumentInfo, metadata: JsonObject): MessageInitShape<typeof DocumentInfoSchema> => ({
  ...(info.title !== undefined && { title: info.title }),
  ...(info.author !== undefined && { author: info.author }),
  ...(info.createdAt !== undefined && { createdAt: toTimestamp(info.createdAt) }),
  ...(info.modifiedAt !== undefined && { modifiedAt: toTimestamp(info.modifiedAt) }),
  keywords: [...(info.keywords ?? [])],
  attachments: (info.attachments ?? []).map(({ id, filename }) => ({ documentId: id, filename })),
  ...(info.fields !== undefined && { fields: toStruct(info.fields) }),
  ...(info.language !== undefined && { language: info.language }),
  ...(info.pages !== undefined && { pageCount: info.pages }),
  ocrPageCount: info.ocrPages ?? 0,
  ocrConfidences: [...(info.ocrConfidences ?? [])],
  repeatedLineCount: info.repeatedLines ?? 0,
  warnings: [...(info.warnings ?? []), ...shadowWarnings(shadowedFields(metadata), "metadata")],
  ...(info.timings !== undefined && { timings: info.timings }),
});
