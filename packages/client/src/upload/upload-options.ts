import type { JsonObject } from "@bufbuild/protobuf";
import type { OnConflict, OnDuplicate } from "../contract.gen.ts";

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
  /** Metadata of the document, which queries can filter by. Default: empty; that of a document which is replaced stays. */
  readonly metadata?: JsonObject;
  /** Your own id of the document, unique in the collection: 1 to 512 bytes of UTF-8. Default: none. */
  readonly externalId?: string;
  /** What is done where a document has that id already. Default: error. */
  readonly onConflict?: OnConflict;
  /** What is done where a document of the collection has the same bytes. Default: allow. */
  readonly onDuplicate?: OnDuplicate;
  /** When the document goes, as a Date or in ISO 8601. Default: as the collection says. */
  readonly expiresAt?: Date | string;
  /** Told as the file is sent; over fetch, which tells nothing in between, at the start and at the end. */
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds for all attempts together. Default: no limit, since files and networks differ. */
  readonly timeoutMs?: number;
  /** The same key with the same file makes one document, however often it comes. Default: a new one for each upload. */
  readonly idempotencyKey?: string;
}
