import type { Document } from "../contract.gen.ts";
import { ONCE, type RetryPolicy, withRetries } from "../calls/retry.ts";
import { TimeLimit } from "../calls/time-limit.ts";
import { InvalidArgumentError } from "../errors/quarry-error.ts";
import type { UploadOptions, UploadProgress } from "./upload-options.ts";
import { type OpenableSource, openable, type UploadSource } from "./upload-source.ts";

/** Upload options sent with the file as form or message fields. */
export type FileFields = {
  readonly [Field in "metadata" | "externalId" | "onConflict" | "onDuplicate" | "expiresAt"]:
    | UploadOptions[Field]
    | undefined;
};

/** File being uploaded, with the values that are the same for all attempts. */
export interface Upload {
  readonly collection: string;
  readonly source: OpenableSource;
  readonly filename: string;
  readonly fields: FileFields;
  readonly idempotencyKey: string;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
}

/** Returns a function that uploads by `send`, and retries transient failures if the source can be read again. */
export const uploadWith =
  (retry: RetryPolicy, send: (upload: Upload, signal: AbortSignal) => Promise<Document>) =>
  async (collection: string, input: UploadSource, options: UploadOptions = {}): Promise<Document> => {
    const source = openable(input);
    const filename = options.filename ?? source.filename;
    if (filename === undefined) throw new InvalidArgumentError("filename: is required, since the source has no name");
    const { metadata, externalId, onConflict, onDuplicate, expiresAt } = options;
    const message = { metadata, externalId, onConflict, onDuplicate, expiresAt };
    const { idempotencyKey = crypto.randomUUID(), onProgress } = options;
    const upload = { collection, source, filename, fields: message, idempotencyKey, onProgress };
    const limit = new TimeLimit(options.timeoutMs, options.signal);
    try {
      return await withRetries(source.isReplayable ? retry : ONCE, limit, () => send(upload, limit.signal));
    } finally {
      limit.release();
    }
  };
