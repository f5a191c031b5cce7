import { access, constants, mkdir, readdir, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isUuid } from "@quarry/plugin/domain";
import { Effect, Layer } from "effect";
import { checkedKey, type FileKey } from "../file-key.ts";
import { FileStore, type FileStoreService } from "../file-store.ts";
import { FileStoreError } from "../file-store-error.ts";
import { awaitedWrite } from "../write/awaited-write.ts";
import { DEFAULT_MAX_BYTES } from "../write/default-max-bytes.ts";
import { fromFileSystem, fromStoreFolder } from "./folder-errors.ts";
import { collectionPath, filePath, FOLDER_MODE, incomingPath } from "./folder-paths.ts";
import { hasCode } from "./has-code.ts";
import { listFiles } from "./list-files.ts";
import { probeFolder } from "./probe-folder.ts";
import { readBytes } from "./read-file.ts";
import { synchroniseFolder, writeFile } from "./write-file.ts";

export interface FolderOptions {
  readonly directory: string;
  /** Maximum file size in bytes, unless a write overrides it. Default 1024 MB. */
  readonly maxBytes?: number;
}

const openFolder = (options: FolderOptions): Effect.Effect<FileStoreService, FileStoreError> => {
  const { directory, maxBytes = DEFAULT_MAX_BYTES } = options;
  const path = (key: FileKey) => Effect.map(checkedKey(key), () => filePath(directory, key));
  const store: FileStoreService = {
    kind: "folder",
    write: (key, chunks, write) =>
      Effect.flatMap(checkedKey(key), () =>
        awaitedWrite(
          (signal) => writeFile(directory, key, chunks, write?.maxBytes ?? maxBytes, signal),
          fromStoreFolder,
        ),
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
      catch: fromStoreFolder,
    }),
    probe: Effect.tryPromise({
      try: () => probeFolder(incomingPath(directory), `probe-${process.pid}`),
      catch: fromStoreFolder,
    }),
  };
  return attempt(() => mkdir(incomingPath(directory), { recursive: true, mode: FOLDER_MODE })).pipe(Effect.as(store));
};

/** File store in a folder, which is created (mode 0700) if missing. */
export const folderFilesLayer = (options: FolderOptions): Layer.Layer<FileStore, FileStoreError> =>
  Layer.effect(FileStore, openFolder(options));

const attempt = <A>(evaluate: () => Promise<A>): Effect.Effect<A, FileStoreError> =>
  Effect.tryPromise({ try: evaluate, catch: fromFileSystem });

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
  // maxRetries: a write that finishes now can move its file into the folder while it is being emptied.
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
