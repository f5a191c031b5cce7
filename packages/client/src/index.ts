// The TypeScript client of a Quarry service.
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
export { vectorBytes, type VectorFilter, vectorNumbers, type VectorsClient } from "./vectors-client.ts";
export { verifyWebhook } from "./verify-webhook.ts";
// Symbols above are the client; those below are the messages' enums, which calls take and answers hold.
export {
  ChangeKind,
  ChangeState,
  DeliveryStatus,
  DocumentStatus,
  EventType,
  FailureSource,
  Include,
  JobState,
  OnConflict,
  SearchMode,
} from "@quarry/api";
