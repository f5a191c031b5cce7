import type { JsonObject } from "@bufbuild/protobuf";
import type { OnConflict, OnDuplicate } from "../contract.gen.ts";

/** Progress of an upload. */
export interface UploadProgress {
  /** Bytes handed to the connection; starts again from 0 when the upload is retried. */
  readonly sentBytes: number;
  /** Undefined when the source does not declare its size. */
  readonly totalBytes: number | undefined;
}

export interface UploadOptions {
  /** Name of the file; its extension says the type. Needed unless the source has a name. */
  readonly filename?: string;
  /** Metadata of the document, which queries can filter by. Default: empty; that of a document which is replaced stays. */
  readonly metadata?: JsonObject;
  /** Your own id of the document, unique in the collection: 1 to 512 bytes of UTF-8. Default: none. */
  readonly externalId?: string;
  /** Behaviour where a document has that external id already. Default: error. */
  readonly onConflict?: OnConflict;
  /** Behaviour where a document of the collection has the same bytes. Default: allow. */
  readonly onDuplicate?: OnDuplicate;
  /** Expiry time of the document, as a Date or in ISO 8601. Default: the collection's TTL. */
  readonly expiresAt?: Date | string;
  /** Called as the file is sent; over fetch, which reports nothing in between, at the start and at the end. */
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds for all attempts together. Default: no limit, since files and networks differ. */
  readonly timeoutMs?: number;
  /** The same key with the same file makes one document, however often it comes. Default: a new one for each upload. */
  readonly idempotencyKey?: string;
}
