import { FileStoreError, type FileStoreErrorReason } from "../file-store-error.ts";

const REASONS: Readonly<Record<string, FileStoreErrorReason>> = {
  ENOENT: "not_found",
  ENOSPC: "no_space",
  EDQUOT: "no_space",
};

const MEANINGS: Readonly<Record<FileStoreErrorReason, string>> = {
  not_found: "the file does not exist",
  no_space: "there is no space left for files",
  unavailable: "the file storage failed",
  aborted: "the bytes of the file stopped coming",
  invalid_key: "the id is not a UUID",
};

/**
 * Maps what `node:fs` threw; an error that is mapped already comes back as it is. The message leaves out the path that
 * Node's own names, because messages find their way to callers; the cause has it.
 */
export const fromFileSystem = (cause: unknown): FileStoreError => {
  if (cause instanceof FileStoreError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
  const reason = REASONS[code] ?? "unavailable";
  return new FileStoreError({ reason, message: `${MEANINGS[reason]} (${code})`, cause });
};

/** For a folder of the store itself: that it is missing is not the same as a document that is. */
export const fromOwnFolder = (cause: unknown): FileStoreError => {
  const error = fromFileSystem(cause);
  if (error.reason !== "not_found") return error;
  return new FileStoreError({ reason: "unavailable", message: "the folder of the file storage does not exist", cause });
};
