import { DomainError, unavailable } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { FileStoreError } from "../file-store-error.ts";
import type { StoredFile } from "../file-store.ts";

/** Runs a write. An interruption aborts it and returns after its leftovers are removed. */
export const awaitedWrite = (
  write: (signal: AbortSignal) => Promise<StoredFile>,
  fromCause: (cause: unknown) => FileStoreError,
): Effect.Effect<StoredFile, DomainError | FileStoreError> =>
  Effect.callback((resume, signal) => {
    const writing = write(signal).then(
      (stored) => resume(Effect.succeed(stored)),
      (error: unknown) => resume(Effect.fail(writeError(error, fromCause))),
    );
    return Effect.promise(() => writing);
  });

const writeError = (cause: unknown, fromCause: (cause: unknown) => FileStoreError): DomainError | FileStoreError => {
  if (cause instanceof DomainError) return cause;
  const error = fromCause(cause);
  return error.reason === "no_space" ? unavailable("the service has no disk space left for files", 30) : error;
};
