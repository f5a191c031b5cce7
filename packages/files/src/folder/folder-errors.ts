import { FileStoreError, type FileStoreErrorReason } from "../file-store-error.ts";

const REASONS: Readonly<Record<string, FileStoreErrorReason>> = {
  ENOENT: "not_found",
  ENOSPC: "no_space",
  EDQUOT: "no_space",
};

/** Maps what `node:fs` threw; an error that is mapped already comes back as it is. */
export const fromFileSystem = (cause: unknown): FileStoreError => {
  if (cause instanceof FileStoreError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const message = cause instanceof Error ? cause.message : String(cause);
  return new FileStoreError({ reason: REASONS[code] ?? "unavailable", message, cause });
};
