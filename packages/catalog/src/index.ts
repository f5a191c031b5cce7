export { attempt } from "./attempt.ts";
export { CollectionIndex, type CollectionIndexShape, type KeyedEmbedder } from "./collection-index.ts";
export {
  collectionNotFound,
  Collections,
  type CollectionsShape,
  type CreateCollection,
  type UpdateCollection,
} from "./collections.ts";
export { INGEST_JOB, ingestJob, type IngestRun, ingestRunOf } from "./ingest-job.ts";
export { Purge, PURGE_JOB, type PurgeShape } from "./purge.ts";
export { purgeJob } from "./purge-job.ts";
export { Queries, type QueriesShape, type QueryCollection, type QueryFailure } from "./queries.ts";
export { documentNotFound, type DocumentFile, Documents, type DocumentsShape } from "./documents.ts";
export { type StagedFile, Uploads, type UploadsShape } from "./uploads.ts";
export { type ChunksOfRun, removeChunks, removeGeneration } from "./remove-chunks.ts";
export { vectorCollectionOf } from "./vector-collection.ts";
