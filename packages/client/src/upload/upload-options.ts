import type { JsonObject } from "@bufbuild/protobuf";

/** How far an upload is. */
export interface UploadProgress {
  /** Bytes handed to the connection; starts anew when the upload is tried again. */
  readonly sentBytes: number;
  /** Undefined when the source does not tell its size. */
  readonly totalBytes: number | undefined;
}

export interface UploadOptions {
  /** Name of the file; its extension says the type. Needed unless the source has a name. */
  readonly filename?: string;
  /** Metadata of the document, which queries can filter by. Default: empty. */
  readonly metadata?: JsonObject;
  /** Told as the file is sent; over fetch, which tells nothing in between, at the start and at the end. */
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds for all attempts together. Default: no limit, since files and networks differ. */
  readonly timeoutMs?: number;
  /** The same key with the same file makes one document, however often it comes. Default: a new one for each upload. */
  readonly idempotencyKey?: string;
}
