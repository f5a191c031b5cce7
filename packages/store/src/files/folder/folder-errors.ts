import { type BackendReason, backendFailure } from "../backend-failure.ts";
import { FileStoreError } from "../file-store-error.ts";

const REASONS: Readonly<Record<string, BackendReason>> = {
  ENOENT: "not_found",
  ENOSPC: "no_space",
  EDQUOT: "no_space",
  // Larger than a process may write, which is the same as a full disk to the caller.
  EFBIG: "no_space",
  EROFS: "read_only",
  EACCES: "read_only",
  EPERM: "read_only",
};

/**
 * Maps what `node:fs` threw; an error that is mapped already comes back as it is. The message leaves out the path that
 * Node's own names, because messages find their way to callers; the cause has it.
 */
export const fromFileSystem = (cause: unknown): FileStoreError => {
  if (cause instanceof FileStoreError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
  return backendFailure(REASONS[code] ?? "unavailable", code, cause);
};

/** For a folder of the store itself: that it is missing is not the same as a document that is. */
export const fromOwnFolder = (cause: unknown): FileStoreError => {
  const error = fromFileSystem(cause);
  if (error.reason !== "not_found") return error;
  return new FileStoreError({ reason: "unavailable", message: "the folder of the file storage does not exist", cause });
};
