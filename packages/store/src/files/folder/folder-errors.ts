import { type BackendReason, backendFailure } from "../backend-failure.ts";
import { FileStoreError } from "../file-store-error.ts";

const REASONS: Readonly<Record<string, BackendReason>> = {
  ENOENT: "not_found",
  ENOSPC: "no_space",
  EDQUOT: "no_space",
  // Larger than the process may write, which is equivalent to a full disk for the caller.
  EFBIG: "no_space",
  EROFS: "read_only",
  EACCES: "read_only",
  EPERM: "read_only",
};

/**
 * Maps an error of `node:fs`. An already mapped error is returned unchanged. The message omits the path that Node's
 * message contains, because messages reach callers; the cause has it.
 */
export const fromFileSystem = (cause: unknown): FileStoreError => {
  if (cause instanceof FileStoreError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
  return backendFailure(REASONS[code] ?? "unavailable", code, cause);
};

/**
 * Maps an error on the store's own folder: if that is missing, the reason is not `not_found`, which refers to a
 * document.
 */
export const fromStoreFolder = (cause: unknown): FileStoreError => {
  const error = fromFileSystem(cause);
  if (error.reason !== "not_found") return error;
  return new FileStoreError({ reason: "unavailable", message: "the folder of the file storage does not exist", cause });
};
