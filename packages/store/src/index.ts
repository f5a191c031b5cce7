// Metadata database on SQLite or MySQL: its tables, and one repository per kind of record. `@quarry/store/files` stores
// the original files, and `@quarry/store/redis` the transient state shared by a cluster.
export type { CollectionPatch, CollectionRecord, NewCollection, SearchedCollection } from "./collection.ts";
export { type AnswerSize, CurrentAnswer, reserveForAnswer } from "./answer-size.ts";
export {
  type CollectionListRequest,
  CollectionRepository,
  type CollectionRepositoryService,
} from "./collection-repository.ts";
export { dataDirectoryOwner, DataDirectoryLock, DataDirectoryLockedError } from "./data-directory-lock.ts";
export { type DamageReport, DamageRegistry } from "./damage-registry.ts";
export { Database, type DatabaseService } from "./database.ts";
export { attachmentId, attachmentIdUnder, MOST_ATTACHMENTS, parentIdOf } from "./attachment-id.ts";
export type {
  Attachment,
  DocumentChunking,
  DocumentInfo,
  DocumentListRequest,
  DocumentRecord,
  FetchedPage,
  FinishedRun,
  NewDocument,
  PlatformTotals,
  Replacement,
  RestoredDocument,
  RunTimings,
  StatusCounts,
} from "./document.ts";
export { documentMetadata, liveMetadata, SERVICE_FIELDS, SERVICE_NAMES, serviceFields } from "./document-metadata.ts";
export type { DocumentChange } from "./document-changes.ts";
export type { Facet, FacetCount } from "./field-values/count-facets.ts";
export { indexedPaths, type ExistingPathsRequest } from "./field-values/indexed-paths.ts";
export type { DocumentSort, DocumentSortKey, SortedPosition } from "./field-values/list-documents.ts";
export type { DuplicatesPage } from "./duplicate-documents.ts";
export { DocumentRepository, type DocumentRepositoryService } from "./document-repository.ts";
export { type DueTrainings, FIRST_DUE_CURSOR, type DueCursor, type TrainingSearch } from "./due-trainings.ts";
export type {
  EmbedderTraining,
  TrainingMethod,
  TrainableCollection,
  NewEmbedderTraining,
} from "./embedder-training.ts";
export { EmbedderTrainingRepository, type EmbedderTrainingRepositoryService } from "./embedder-training-repository.ts";
export {
  type CachedVector,
  EmbeddingCacheRepository,
  type EmbeddingCacheRepositoryService,
} from "./embedding-cache-repository.ts";
export {
  ApiKeyRepository,
  type ApiKeyRecord,
  type ApiKeyRepositoryService,
  type ApiKeyRevision,
  type NewApiKey,
  type TokenSigning,
} from "./api-key-repository.ts";
export { IdempotencyRepository, type IdempotencyRepositoryService } from "./idempotency-repository.ts";
export {
  CURRENT_CHANGE_STATES,
  type IndexChangeRecord,
  type IndexDefinition,
  OPEN_CHANGE_STATES,
} from "./index-change.ts";
export { IndexChangeRepository, type IndexChangeRepositoryService } from "./index-change-repository.ts";
export { EndedSessionRepository, type EndedSessionRepositoryService } from "./ended-session-repository.ts";
export { probeMysql } from "./mysql/probe-mysql.ts";
export type { OperationProblem, OperationRecord, OperationStep } from "./operation.ts";
export { type OperationListRequest, OperationRepository } from "./operation-repository.ts";
export { MetaRepository, type MetaRepositoryService } from "./meta-repository.ts";
export { probeDatabase } from "./probe-database.ts";
export type { Page, PageRequest } from "./page.ts";
export type { FailedDocument } from "./recent-failures.ts";
export { SecretBox, type SecretBoxOptions, type SecretBoxService, type SecretLocation } from "./secret-box.ts";
export { SecretBoxError } from "./secret-box-error.ts";
export { checkedSecretBoxLayer } from "./secret-key-check.ts";
export { mysqlDatabaseLayer } from "./mysql/mysql-database.ts";
export { sqliteDatabaseLayer } from "./sqlite/sqlite-database.ts";
export {
  QueryAnalyticsRepository,
  type QueryAnalyticsRepositoryService,
  type QueryDay,
  type QueryHour,
  type QuerySums,
} from "./query-analytics-repository.ts";
export { StoreError, storeErrorToDomain, type StoreErrorReason } from "./store-error.ts";
export type { Transaction } from "./transaction.ts";
export type {
  Redelivery,
  WebhookAttempt,
  WebhookClaim,
  WebhookDeliveryRecord,
  WebhookPatch,
  WebhookRecord,
} from "./webhook.ts";
export { WebhookDeliveryRepository, type WebhookDeliveryRepositoryService } from "./webhook-delivery-repository.ts";
export { COLLECTIONS_LIST, isFileId, type ListPosition } from "./removed-items.ts";
export {
  StoredFileRepository,
  type StoredFileListRequest,
  type StoredFileRecord,
  type StoredFileRepositoryService,
  type UploadRecord,
} from "./stored-file-repository.ts";
export {
  type FileBatchRecord,
  type FileCounts,
  VectorStoreRepository,
  type VectorStorePatch,
  type VectorStoreRecord,
} from "./vector-store-repository.ts";
export { WebhookRepository } from "./webhook-repository.ts";
// Symbols above are for services. Those below are only for packages that own tables (jobs, events).
export type { SqlDialect } from "./migrations/column-types.ts";
export { isDuplicateKey } from "./mysql/mysql-errors.ts";
export { takeMutex } from "./mutex.ts";
export { addNamed, type Named, NO_NOTES, type RepairNotes } from "./repair-notes.ts";
export type { IndexChangeKind } from "./index-change-tables.ts";
export type { FailureSource, JobsTable, JobState, Tables } from "./tables.ts";
export {
  type UsageAddition,
  type UsageDay,
  type UsageGrouping,
  UsageRepository,
  type UsageRequest,
} from "./usage-repository.ts";
