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
import { type DocumentStatus as DomainStatus, type JsonObject, limits } from "@quarry/plugin/domain";
import { type CollectionRecord, type DocumentInfo, type DocumentRecord, parentIdOf } from "@quarry/store";
import { Redacted } from "effect";
import { contractEnum } from "./contract-enum.ts";
import { oncePer } from "./once-per.ts";

/** Type of a protobuf `Struct`, which is any JSON object; its own type can't express that ours is read-only. */
export type StructInit = NonNullable<MessageInitShape<typeof CollectionSchema>["metadata"]>;

export const toStruct = (metadata: JsonObject): StructInit => metadata as StructInit;

/** Hides a key of the caller from logs. */
export const redacted = (key: string | undefined): Redacted.Redacted | undefined =>
  key === undefined ? undefined : Redacted.make(key);

/** Returns the bytes of a vector in wire format. */
export const float32Bytes = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** Returns the page of a list that a request selects. */
export const pageOf = (request: { readonly limit?: number | undefined; readonly offset?: number | undefined }) => ({
  limit: request.limit ?? limits.DEFAULT_PAGE_SIZE,
  offset: request.offset ?? 0,
});

/** Returns the parts of an entry or a passage that the answer includes. Default: all but the vector. */
export const partsIncluded = (include: readonly Include[]) => {
  const isDefault = include.length === 0;
  return {
    embedding: include.includes(Include.EMBEDDING),
    text: isDefault || include.includes(Include.TEXT),
    metadata: isDefault || include.includes(Include.METADATA),
  };
};

const MODES = contractEnum(SearchMode);
const STRATEGIES = contractEnum(ChunkStrategy);
const STATUSES = contractEnum(DocumentStatus);

export const fromOnConflict = contractEnum(OnConflict).nameOf;
export const fromSearchMode = MODES.nameOf;
export const fromChunkStrategy = STRATEGIES.nameOf;
export const fromDocumentStatus = STATUSES.nameOf;
export const fromFailureSource = contractEnum(FailureSource).nameOf;

export const toDocumentStatus = (status: DomainStatus): DocumentStatus => STATUSES.byName[status];

/** Formats ISO 8601 UTC with milliseconds; finer digits are truncated. */
export const fromTimestamp = (timestamp: Timestamp): string => new Date(timestampMs(timestamp)).toISOString();

export const toTimestamp = (iso: string): Timestamp => timestampFromMs(Date.parse(iso));

type CollectionInit = MessageInitShape<typeof CollectionSchema>;

/**
 * Converts each record once: the store returns the same record until it changes. Messages are frozen, so their text can
 * be cached too.
 */
export const toCollection = oncePer((collection: CollectionRecord) => Object.freeze(collectionMessage(collection)));

const collectionMessage = (collection: CollectionRecord): CollectionInit => ({
  id: collection.id,
  name: collection.name,
  description: collection.description,
  embeddingProvider: collection.embeddingProvider,
  embeddingModel: collection.embeddingModel,
  dimension: collection.dimension,
  chunkSize: collection.chunkSize,
  chunkOverlap: collection.chunkOverlap,
  ...(collection.chunkStrategy !== null && { chunkStrategy: STRATEGIES.byName[collection.chunkStrategy] }),
  documentCount: collection.documentCount,
  hasApiKey: collection.embeddingApiKey !== null,
  rerankingEnabled: collection.rerankingEnabled,
  rerankingModel: collection.rerankingModel,
  hasRerankingApiKey: collection.rerankingApiKey !== null,
  defaultTopK: collection.defaultTopK,
  ...(collection.defaultMinScore !== null && { defaultMinScore: collection.defaultMinScore }),
  ...(collection.defaultAlpha !== null && { defaultAlpha: collection.defaultAlpha }),
  ...(collection.defaultTtlSeconds !== null && { defaultTtlSeconds: collection.defaultTtlSeconds }),
  defaultSearchMode: MODES.byName[collection.defaultSearchMode],
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
    status: STATUSES.byName[document.status],
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
