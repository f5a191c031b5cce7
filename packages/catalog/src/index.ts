export { FIT_JOB, fitJob, fitSubject, fittedCollectionIdOf } from "./fit-job.ts";
export { ApiKeys, type ApiKeysShape, type CreateApiKey, digestOfKey } from "./api-keys.ts";
export { CollectionIndex, type CollectionIndexShape } from "./collection-index.ts";
export {
  collectionNotFound,
  Collections,
  type CollectionsShape,
  type CreateCollection,
  type UpdateCollection,
} from "./collections.ts";
export type { VectorEntry } from "./check-vectors.ts";
export { type ListedEmbeddingModel, listEmbeddingModels } from "./embedding-models.ts";
export { Idempotency, type IdempotencyShape, type IdempotentAnswer, type IdempotentRequest } from "./idempotency.ts";
export { DirectWrites, type DirectWritesShape } from "./direct-writes.ts";
export {
  INDEX_CHANGE_JOB,
  INDEX_RETIRE_JOB,
  indexChangeIdOf,
  indexChangeJob,
  indexRetireJob,
} from "./index-change-job.ts";
export type { ChangeRequest } from "./index-change-plan.ts";
export { isIndexDamage } from "./index-damage.ts";
export { type ChangeFailure, IndexChanges, type IndexChangesShape, makeEndChange } from "./index-changes.ts";
export {
  type BuildingPlace,
  type CollectionPlaces,
  hasSameVectors,
  isOpen,
  placesOf,
  type VectorPlace,
  vectorPlace,
  vectorStoreOf,
} from "./index-places.ts";
export { INGEST_JOB, ingestJob, type IngestRun, ingestRunOf } from "./ingest-job.ts";
export type { JobSubject } from "./job-subjects.ts";
export { type DescribedJob, type JobDescriptions, Jobs, type JobsShape } from "./jobs.ts";
export { JOB_KINDS, WAITING_KINDS } from "./job-kinds.ts";
export { Purge, PURGE_JOB, type PurgeShape } from "./purge.ts";
export { purgeJob } from "./purge-job.ts";
export { type BatchQuery, Queries, type QueriesShape, type QueryCollection, type QueryFailure } from "./queries.ts";
export {
  type AnsweredResult,
  type CollectionRepair,
  type CollectionResult,
  type MultiQueryAnswer,
  type QueryAnswer,
  worstRerankStatus,
} from "./query-answer.ts";
export { type ObservedQuery, QueryObserver } from "./query-observer.ts";
export {
  type ChunkListing,
  documentNotFound,
  type DocumentFile,
  Documents,
  type DocumentsShape,
  type RemovedMany,
} from "./documents.ts";
export { type PlatformStatistics, type QueueStatistics, Statistics, type StatisticsShape } from "./statistics.ts";
export { type VectorFailure, Vectors, type VectorsShape } from "./vectors.ts";
export { StagedFiles } from "./uploads/staged-files.ts";
export { type StagedFile, type Upload, Uploads, type UploadsShape } from "./uploads/uploads.ts";
export { deleteFromSide } from "./vector-writes.ts";
export { type ChunksOfRun, removeChunks, removeGeneration } from "./remove-chunks.ts";
export { lookAgainNowAndThen } from "./watched/look-again.ts";
export { watchedPassages } from "./watched/watched-passages.ts";
export { watchedPlugins } from "./watched/watched-plugins.ts";
export { vectorCollectionOf } from "./vector-collection.ts";
export { type ExportFailure, type RunStep } from "./transfer/export-collection.ts";
export type { ImportFailure } from "./transfer/import-collection.ts";
export { type ImportRequest, Transfers, type TransfersShape } from "./transfer/transfers.ts";
export { Storage, type StorageOptions, type StorageShape } from "./storage/storage.ts";
export type { StoragePlace, StorageProblem } from "./storage/write-check.ts";
