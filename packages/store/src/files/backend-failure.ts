import { FileStoreError, type FileStoreErrorReason } from "./file-store-error.ts";

/** Reasons for which a folder or a bucket can fail. */
export type BackendReason = Extract<FileStoreErrorReason, "not_found" | "no_space" | "read_only" | "unavailable">;

const MEANINGS: Readonly<Record<BackendReason, string>> = {
  not_found: "the file does not exist",
  no_space: "there is no space left for files",
  read_only: "the file storage is read-only, or somebody else's",
  unavailable: "the file storage failed",
};

/** The failure of a backend in words that are the same for all; `code` is its own word for it. */
export const backendFailure = (reason: BackendReason, code: string, cause: unknown): FileStoreError =>
  new FileStoreError({ reason, message: `${MEANINGS[reason]} (${code})`, cause });
