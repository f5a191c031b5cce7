// The metadata database, in SQLite or MySQL: its tables, and a repository for each kind of thing. Original files are kept
// through `@quarry/store/files`, and what a cluster shares at the moment through `@quarry/store/redis`.
export type { CollectionPatch, CollectionRecord, NewCollection, SearchedCollection } from "./collection.ts";
export {
  type CollectionListRequest,
  CollectionRepository,
  type CollectionRepositoryService,
} from "./collection-repository.ts";
export {
  dataDirectoryHolder,
  DataDirectoryLock,
  DataDirectoryLockedError,
  type DataDirectoryLockOptions,
} from "./data-directory-lock.ts";
export { type DamagedKind, type DamagedPlace, DamagedPlaces, type DamagedPlacesShape } from "./damaged-places.ts";
export { Database, type DatabaseService } from "./database.ts";
export { attachmentId, attachmentIdUnder, parentIdOf } from "./attachment-id.ts";
export type {
  Attachment,
  CollectionScope,
  DocumentInfo,
  DocumentListRequest,
  DocumentRecord,
  FetchedPage,
  FinishedRun,
  FormerVersion,
  NewDocument,
  PlatformTotals,
  Replacement,
  Restarted,
  RestoredDocument,
  RunFailure,
  RunTimings,
  StatusCounts,
  SwitchResult,
} from "./document.ts";
export { documentMetadata, liveMetadata, serviceFields } from "./document-metadata.ts";
export { type DocumentChange, laterThan } from "./document-changes.ts";
export type { Facet } from "./facts/count-facets.ts";
export type { DocumentMatch } from "./facts/match-documents.ts";
export type { FacetCount, FacetRequest } from "./facts/document-matches.ts";
export {
  DOCUMENT_SORT_KEYS,
  type DocumentSort,
  type DocumentSortKey,
  type SortedDocuments,
  type SortedListRequest,
  type SortedPlace,
} from "./facts/list-documents.ts";
export type { DuplicatesPage, DuplicatesRequest, SameBytes } from "./same-bytes.ts";
export { DocumentRepository, type DocumentRepositoryService } from "./document-repository.ts";
export type { EmbedderFit, FitMaker, FittedCollection, NewEmbedderFit } from "./embedder-fit.ts";
export { EmbedderFitRepository, type EmbedderFitRepositoryService, type FitSearch } from "./embedder-fit-repository.ts";
export {
  type CachedVector,
  type CacheReading,
  EmbeddingCacheRepository,
  type EmbeddingCacheRepositoryService,
  type EmbeddingCacheSize,
} from "./embedding-cache-repository.ts";
export {
  ApiKeyRepository,
  type ApiKeyRecord,
  type ApiKeyRepositoryService,
  type ApiKeyRevision,
  type NewApiKey,
  type TokenSigning,
} from "./api-key-repository.ts";
export {
  IdempotencyRepository,
  type IdempotencyRepositoryService,
  type StoredAnswer,
} from "./idempotency-repository.ts";
export { type IndexChangeRecord, type IndexPlace, type NewIndexChange, OPEN_CHANGE_STATES } from "./index-change.ts";
export {
  IndexChangeRepository,
  type IndexChangeProgress,
  type IndexChangeRepositoryService,
  type IndexChangeStep,
} from "./index-change-repository.ts";
export {
  type EndedSession,
  EndedSessionRepository,
  type EndedSessionRepositoryService,
} from "./ended-session-repository.ts";
export { type MysqlProbe, probeMysql } from "./mysql/probe-mysql.ts";
export type { NewOperation, OperationProblem, OperationRecord, OperationStep } from "./operation.ts";
export {
  type OperationListRequest,
  type OperationPiece,
  OperationRepository,
  type OperationRepositoryService,
} from "./operation-repository.ts";
export { MetaRepository, type MetaRepositoryService } from "./meta-repository.ts";
export { probeDatabase } from "./probe-database.ts";
export type { Page, PageRequest } from "./page.ts";
export type { FailedDocument } from "./recent-failures.ts";
export { SecretBox, type SecretBoxOptions, type SecretBoxService, type SecretPlace } from "./secret-box.ts";
export { SecretBoxError } from "./secret-box-error.ts";
export { checkedSecretBoxLayer } from "./secret-key-check.ts";
export { mysqlDatabaseLayer, type MysqlOptions } from "./mysql/mysql-database.ts";
export { sqliteDatabaseLayer, type SqliteOptions } from "./sqlite/sqlite-database.ts";
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
  NewWebhook,
  NewWebhookDelivery,
  Redelivery,
  WebhookAttempt,
  WebhookClaim,
  WebhookClaimOptions,
  WebhookDeliveryRecord,
  WebhookPatch,
  WebhookRecord,
} from "./webhook.ts";
export { WebhookDeliveryRepository, type WebhookDeliveryRepositoryService } from "./webhook-delivery-repository.ts";
export { WebhookRepository, type WebhookRepositoryService } from "./webhook-repository.ts";
// Symbols above are for services; symbols below only for packages that own tables (jobs, events).
export type { SqlDialect } from "./migrations/column-types.ts";
export { isDuplicateKey } from "./mysql/mysql-errors.ts";
export { takeMutex } from "./mutex.ts";
export type { PlaceholderOf } from "./prepared-query.ts";
export { addNamed, type Named, NO_NOTES, type RepairNotes } from "./repair-notes.ts";
export type { IndexChangeKind, IndexChangeState } from "./index-change-tables.ts";
export type { FailureSource, JobsTable, JobState, OperationState, Tables, WebhookDeliveryStatus } from "./tables.ts";
