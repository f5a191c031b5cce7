import type { JsonObject } from "@bufbuild/protobuf";
import type { OnConflict, OnDuplicate } from "../contract.gen.ts";

/** Progress of an upload. */
export interface UploadProgress {
  /** Bytes handed to the connection. Restarts from 0 if the upload is retried. */
  readonly sentBytes: number;
  /** Undefined if the source does not declare its size. */
  readonly totalBytes: number | undefined;
}

export interface UploadOptions {
  /** File name, whose extension determines the type. Required unless the source has a name. */
  readonly filename?: string;
  /** Metadata of the document, which queries can filter by. Default: empty. A replaced document keeps its metadata. */
  readonly metadata?: JsonObject;
  /** External id of the document, unique in the collection: 1 to 512 bytes of UTF-8. Default: none. */
  readonly externalId?: string;
  /** Behaviour if a document already has this external id. Default: error. */
  readonly onConflict?: OnConflict;
  /** Behaviour if a document of the collection has the same bytes. Default: allow. */
  readonly onDuplicate?: OnDuplicate;
  /** Expiry time of the document, as a Date or in ISO 8601. Default: the collection's TTL. */
  readonly expiresAt?: Date | string;
  /** Called while the file is sent. Over fetch, which reports no progress, only at the start and at the end. */
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds for all attempts together. Default: no limit, because files and networks differ. */
  readonly timeoutMs?: number;
  /**
   * Idempotency key: the same key with the same file creates one document, even if it arrives several times. Default: a
   * new key for each upload.
   */
  readonly idempotencyKey?: string;
}
