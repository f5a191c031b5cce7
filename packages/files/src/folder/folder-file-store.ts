import { access, constants, mkdir, readdir, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { DomainError, isUuid, limits, unavailable } from "@quarry/domain";
import { Effect } from "effect";
import { checkedKey, type FileKey } from "../file-key.ts";
import { FileStoreError } from "../file-store-error.ts";
import type { FileStoreService, StoredFile } from "../file-store.ts";
import { fromFileSystem, fromOwnFolder } from "./folder-errors.ts";
import { collectionPath, filePath, FOLDER_MODE, incomingPath } from "./folder-paths.ts";
import { hasCode } from "./has-code.ts";
import { listFiles } from "./list-files.ts";
import { readBytes } from "./read-file.ts";
import { synchroniseFolder, writeFile } from "./write-file.ts";

export interface FolderOptions {
  readonly directory: string;
  /** Most bytes a file may have, unless a write says otherwise. Default 1024 MB. */
  readonly maxBytes?: number;
}

const DEFAULT_MAX_BYTES = limits.DEFAULT_MAX_UPLOAD_SIZE_MB * limits.BYTES_PER_MB;

export const openFolder = (options: FolderOptions): Effect.Effect<FileStoreService, FileStoreError> => {
  const { directory, maxBytes = DEFAULT_MAX_BYTES } = options;
  const path = (key: FileKey) => Effect.map(checkedKey(key), () => filePath(directory, key));
  const store: FileStoreService = {
    write: (key, chunks, write) =>
      Effect.flatMap(checkedKey(key), () =>
        awaited((signal) => writeFile(directory, key, chunks, write?.maxBytes ?? maxBytes, signal)),
      ),
    read: (key, range = {}) =>
      Effect.gen(function* () {
        const file = yield* path(key);
        const size = yield* Effect.map(
          attempt(() => stat(file)),
          (found) => found.size,
        );
        return { size, bytes: readBytes(file, size, range) };
      }),
    size: (key) => Effect.flatMap(path(key), (file) => attempt(() => sizeOf(file))),
    withLocalPath: (key, use) =>
      Effect.gen(function* () {
        const file = yield* path(key);
        yield* attempt(() => access(file, constants.R_OK));
        return yield* use(file);
      }),
    remove: (key) => Effect.flatMap(path(key), (file) => attempt(() => removeFile(file))),
    removeCollection: (collectionId) => removeCollection(directory, collectionId),
    sweepTemporary: attempt(() => sweepTemporary(directory)),
    list: () => listFiles(directory),
    ping: Effect.tryPromise({
      try: () => access(incomingPath(directory), constants.R_OK | constants.W_OK),
      catch: fromOwnFolder,
    }),
  };
  return attempt(() => mkdir(incomingPath(directory), { recursive: true, mode: FOLDER_MODE })).pipe(Effect.as(store));
};

const attempt = <A>(evaluate: () => Promise<A>): Effect.Effect<A, FileStoreError> =>
  Effect.tryPromise({ try: evaluate, catch: fromFileSystem });

/** An interruption aborts the write and returns when its temporary file is gone. */
const awaited = (
  write: (signal: AbortSignal) => Promise<StoredFile>,
): Effect.Effect<StoredFile, DomainError | FileStoreError> =>
  Effect.callback((resume, signal) => {
    const writing = write(signal).then(
      (stored) => resume(Effect.succeed(stored)),
      (error: unknown) => resume(Effect.fail(writeError(error))),
    );
    return Effect.promise(() => writing);
  });

const writeError = (cause: unknown): DomainError | FileStoreError => {
  if (cause instanceof DomainError) return cause;
  const error = fromOwnFolder(cause);
  return error.reason === "no_space" ? unavailable("the service has no disk space left for files", 30) : error;
};

const sizeOf = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
};

const removeFile = async (file: string): Promise<boolean> => {
  try {
    await unlink(file);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
};

const removeCollection = (directory: string, collectionId: string): Effect.Effect<void, FileStoreError> => {
  if (!isUuid(collectionId)) {
    return Effect.fail(
      new FileStoreError({ reason: "invalid_key", message: "the id of a collection must be a lower-case UUID" }),
    );
  }
  // maxRetries: a write that ends at this moment may put its file into the folder while it is emptied.
  return attempt(async () => {
    await rm(collectionPath(directory, collectionId), { recursive: true, force: true, maxRetries: 3 });
    await synchroniseFolder(directory);
  });
};

const sweepTemporary = async (directory: string): Promise<number> => {
  const left = await readdir(incomingPath(directory));
  for (const name of left) await rm(join(incomingPath(directory), name), { force: true, recursive: true });
  return left.length;
};
