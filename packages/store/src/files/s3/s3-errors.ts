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
 * Maps what the S3 client threw; an error that is mapped already comes back as it is. Its own errors carry the request,
 * so only its name, its text and its code are kept.
 */
export const fromS3 = (cause: unknown): FileStoreError => {
  if (cause instanceof FileStoreError) return cause;
  const name = nameOf(cause);
  const text = cause instanceof Error ? cause.message : String(cause);
  return backendFailure(REASONS[name] ?? "unavailable", name, new Error(`${name}: ${text}`));
};

/** For the bucket itself: that it is missing is not the same as a document that is. */
export const fromBucket = (cause: unknown): FileStoreError => {
  const error = fromS3(cause);
  if (error.reason !== "not_found") return error;
  return new FileStoreError({ reason: "unavailable", message: "the bucket of the file storage does not exist", cause });
};

export const isNotFound = (cause: unknown): boolean => fromS3(cause).reason === "not_found";

/** S3's own code, or that of the network; some servers answer some requests with a status alone. */
const nameOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return "unknown error";
  const { code } = cause as NodeJS.ErrnoException;
  return code !== undefined && cause.name === "Error" ? String(code) : cause.name;
};
