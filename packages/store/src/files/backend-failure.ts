import { FileStoreError, type FileStoreErrorReason } from "./file-store-error.ts";

/** Reasons why a folder or a bucket can fail. */
export type BackendReason = Extract<FileStoreErrorReason, "not_found" | "no_space" | "read_only" | "unavailable">;

const REASON_TEXTS: Readonly<Record<BackendReason, string>> = {
  not_found: "the file does not exist",
  no_space: "there is no space left for files",
  read_only: "the file storage is read-only, or belongs to another user",
  unavailable: "the file storage failed",
};

/** Builds a backend's failure, with the same message for all backends. `code` is the backend's own error code. */
export const backendFailure = (reason: BackendReason, code: string, cause: unknown): FileStoreError =>
  new FileStoreError({ reason, message: `${REASON_TEXTS[reason]} (${code})`, cause });
