// TypeScript client of a Quarry service.
export type { RetryOptions } from "./calls/retry.ts";
export type { CollectionsClient } from "./collections-client.ts";
export type { Download, DownloadOptions } from "./documents/download.ts";
export type { DocumentFilter, DocumentsClient } from "./documents/documents-client.ts";
export type { WaitOptions } from "./documents/wait-until-ready.ts";
export {
  AlreadyExistsError,
  CancelledError,
  ConflictError,
  DocumentFailedError,
  InternalError,
  InvalidArgumentError,
  NetworkError,
  NotFoundError,
  OutOfRangeError,
  PermissionDeniedError,
  QuarryError,
  type QuarryErrorCode,
  type QuarryErrorDetails,
  RateLimitedError,
  TimeoutError,
  TooLargeError,
  UnauthenticatedError,
  UnavailableError,
  UnimplementedError,
} from "./errors/quarry-error.ts";
export { createQuarryClient, type QuarryClient, type QuarryClientOptions } from "./quarry-client.ts";
export type { QuarryTransport } from "./transport.ts";
export type { UploadOptions, UploadProgress } from "./upload/upload-options.ts";
export type { ReplayableFile, UploadSource } from "./upload/upload-source.ts";
export type { VectorFilter, VectorsClient } from "./vectors-client.ts";
export { verifyWebhook } from "./verify-webhook.ts";
// Exports above are the client. Those below are enums and the most frequently used messages. All types of the contract
// are in `@quarry/client/types`.
export {
  ChangeKind,
  ChangeState,
  type Chunk,
  type Citation,
  type Collection,
  DeliveryStatus,
  type Document,
  type DocumentProgress,
  DocumentStatus,
  EventType,
  FailureSource,
  Include,
  JobState,
  OnConflict,
  OnDuplicate,
  type QueryRequest,
  type QueryResult,
  SearchMode,
  type StoredVector,
} from "./contract.gen.ts";
