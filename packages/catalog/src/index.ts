// Use cases on collections, documents and queries, independent of the API through which they are called.
export { TRAINING_JOB, trainingJob, trainedCollectionIdOf } from "./training-job.ts";
export { makeSeenCollection } from "./access-filter/seen-collection.ts";
export { isWithin, outside } from "./access-filter/within-access-filter.ts";
export { ApiKeys, type ApiKeysShape, type CreateApiKey } from "./api-keys.ts";
export { CollectionIndex } from "./collection-index.ts";
export { collectionNotFound, Collections, type CreateCollection, type UpdateCollection } from "./collections.ts";
export { listEmbeddingModels } from "./embedding-models.ts";
export { Idempotency, type IdempotencyShape } from "./idempotency.ts";
export {
  INDEX_CHANGE_JOB,
  INDEX_RETIRE_JOB,
  indexChangeIdOf,
  indexChangeJob,
  indexRetireJob,
} from "./index-change-job.ts";
export type { ChangeRequest } from "./index-change-plan.ts";
export { hasModel } from "./no-model.ts";
export { isIndexDamage } from "./index-damage.ts";
export { IndexChanges, makeEndChange } from "./index-changes.ts";
export { hasSameVectors, isOpen, type VectorTarget, vectorTarget } from "./vector-writes/vector-targets.ts";
export { INGEST_JOB, ingestJob, type IngestRun, ingestRunOf } from "./ingest-job.ts";
export { type DescribedJob, Jobs } from "./jobs.ts";
export type { LocalModel } from "./models/local-models.ts";
export type { ModelCost, ModelUse } from "./models/model-use.ts";
export { ModelUses, type ModelUsesOptions, type ModelUsesShape } from "./models/model-uses.ts";
export { JOB_KINDS, WAITING_KINDS } from "./job-kinds.ts";
export { RerankTexts, type RerankTextsShape } from "./rerank-texts.ts";
export { Purge, PURGE_JOB } from "./purge.ts";
export { purgeJob } from "./purge-job.ts";
export { shadowedFields, shadowWarnings } from "./shadowed-fields.ts";
export { FilterFields } from "./filter-fields.ts";
export { Facets, type FacetQuery } from "./lists/facets.ts";
export { OPERATION_JOB } from "./operations/operation-job.ts";
export { operationJobHandler } from "./operations/operation-job-handler.ts";
export { PATCH } from "./operations/document-work.ts";
export type { DocumentOperationKind, OperationKind } from "./operations/operation-work.ts";
export type { SharedPatch } from "./patch-document.ts";
export { Operations, type WorkDone, type WorkRequest } from "./operations/operations.ts";
export { Queries } from "./queries.ts";
export type { QueryCollection } from "./query/query-request.ts";
export {
  type AnsweredResult,
  type CollectionRepair,
  type CollectionResult,
  type MultiQueryAnswer,
  type QueryAnswer,
  worstRerankStatus,
} from "./query-answer.ts";
export { IsObserved, QueryObserver } from "./query-observer.ts";
export { type ChunkListing, type DocumentFile, Documents, type DocumentsShape } from "./documents.ts";
export { DESCRIBE_GATHER_MS, DESCRIBE_JOB, describeJob } from "./describe/describe-job.ts";
export { describeJobHandler } from "./describe/describe-job-handler.ts";
export { makeDescribeDocument } from "./describe/describe-document.ts";
export { makeAttachedTo } from "./attached-to.ts";
export { makeRemoveDocument } from "./remove-document.ts";
export { type DocumentName, documentNotFound, isExpired, makeFindDocument } from "./find-document.ts";
export { DocumentTables, type TableCsv, type TableRead } from "./contents/document-tables.ts";
export { MarkdownText } from "./contents/markdown-text.ts";
export { DocumentPages } from "./pages/document-pages.ts";
export { PagedText } from "./pages/paged-text.ts";
export { seenLiveVersion } from "./pages/live-version.ts";
export { noSuchPage } from "./pages/page-number.ts";
export { type PlatformStatistics, Statistics } from "./statistics.ts";
export { Vectors } from "./vectors.ts";
export type { StoredEntry } from "./direct/read-entries.ts";
export type { Selection as VectorSelection } from "./direct/selection.ts";
export { givenChunks, givenText } from "./uploads/upload-content.ts";
export { PageSources } from "./uploads/page-sources.ts";
export { StagedFiles } from "./uploads/staged-files.ts";
export { type Admission, type AdmittedFile, type FileOptions, makeAdmitFile } from "./uploads/admission.ts";
export type { StagedFile } from "./uploads/staged-file.ts";
export { checkFileName, type RecordedFile, type Upload, Uploads } from "./uploads/uploads.ts";
export { deleteFromSide, embeddedRecords, recordOf, storedRecords } from "./vector-writes/target-records.ts";
export type { RunVectors } from "./vector-writes/run-vectors.ts";
export { VectorWrites } from "./vector-writes/vector-writes.ts";
export { periodicRecheck } from "./damage-reporting/periodic-recheck.ts";
export { instrumentedPassages } from "./damage-reporting/reporting-passages.ts";
export { instrumentedPlugins } from "./damage-reporting/reporting-plugins.ts";
export type { FileCaller } from "./stored-files/file-caller.ts";
export {
  type FileDetails,
  type FileIntake,
  MAX_PART_BYTES,
  StoredFiles,
  type StoredFilesShape,
  type UploadPart,
} from "./stored-files/stored-files.ts";
export {
  fileIdOf,
  fileStatusOf,
  type FileStatus,
  type FileToAttach,
  isExpiredStore,
  storeExpiry,
  VectorStores,
  type VectorStoresShape,
} from "./stored-files/vector-stores.ts";
export { Transfers } from "./transfer/transfers.ts";
export { DiskReserve, type ReserveUse } from "./storage/disk-reserve.ts";
export { Storage, type StorageSpace } from "./storage/storage.ts";
export type { StorageTarget } from "./storage/write-check.ts";
