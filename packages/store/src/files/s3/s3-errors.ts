import { type BackendReason, backendFailure } from "../backend-failure.ts";
import { FileStoreError } from "../file-store-error.ts";

const REASONS: Readonly<Record<string, BackendReason>> = {
  NoSuchKey: "not_found",
  NotFound: "not_found",
  NoSuchUpload: "not_found",
  QuotaExceeded: "no_space",
  StorageFull: "no_space",
  XMinioStorageFull: "no_space",
};

/**
 * Maps an error of the S3 client. An already mapped error is returned unchanged. The client's errors contain the
 * request, so only name, message and code are retained.
 */
export const fromS3 = (cause: unknown): FileStoreError => {
  if (cause instanceof FileStoreError) return cause;
  const name = nameOf(cause);
  const text = cause instanceof Error ? cause.message : String(cause);
  return backendFailure(REASONS[name] ?? "unavailable", name, new Error(`${name}: ${text}`));
};

/**
 * Maps an error on the bucket itself: if that is missing, the reason is not `not_found`, which refers to a document.
 */
export const fromBucket = (cause: unknown): FileStoreError => {
  const error = fromS3(cause);
  if (error.reason !== "not_found") return error;
  return new FileStoreError({ reason: "unavailable", message: "the bucket of the file storage does not exist", cause });
};

export const isNotFound = (cause: unknown): boolean => fromS3(cause).reason === "not_found";

/** Returns the S3 or network error code. Some servers answer some requests with only a status. */
const nameOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return "unknown error";
  const { code } = cause as NodeJS.ErrnoException;
  return code !== undefined && cause.name === "Error" ? String(code) : cause.name;
};
