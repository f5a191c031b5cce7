import { access, constants, mkdir, readdir, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Effect, Layer } from "effect";
import { checkedCollection, checkedKey, type FileKey } from "../file-key.ts";
import { FileStore, type FileStoreService } from "../file-store.ts";
import type { FileStoreError } from "../file-store-error.ts";
import { awaitedWrite } from "../write/awaited-write.ts";
import { DEFAULT_MAX_BYTES } from "../write/size-limit.ts";
import { fromFileSystem, fromStoreFolder } from "./folder-errors.ts";
import { collectionPath, filePath, FOLDER_MODE, incomingPath } from "./folder-paths.ts";
import { hasCode } from "./has-code.ts";
import { listFiles } from "./list-files.ts";
import { probeFolder } from "./probe-folder.ts";
import { readBytes } from "./read-file.ts";
import { synchroniseFolder, writeFile } from "./write-file.ts";

const openFolder = (directory: string): Effect.Effect<FileStoreService, FileStoreError> => {
  const path = (key: FileKey) => Effect.map(checkedKey(key), () => filePath(directory, key));
  const store: FileStoreService = {
    kind: "folder",
    write: (key, chunks, write) =>
      Effect.flatMap(checkedKey(key), () =>
        awaitedWrite(
          (signal) => writeFile(directory, key, chunks, write?.maxBytes ?? DEFAULT_MAX_BYTES, signal),
          fromStoreFolder,
        ),
      ),
    read: (key, range = {}) =>
      Effect.gen(function* () {
        const file = yield* path(key);
        const { size } = yield* attempt(() => stat(file));
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
    removeCollection: (collectionId) =>
      Effect.flatMap(checkedCollection(collectionId), (id) => attempt(() => removeCollection(directory, id))),
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
export const folderFilesLayer = ({ directory }: { readonly directory: string }) =>
  Layer.effect(FileStore, openFolder(directory));

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

// maxRetries: a write that finishes now can move its file into the folder while it is being emptied.
const removeCollection = async (directory: string, collectionId: string): Promise<void> => {
  await rm(collectionPath(directory, collectionId), { recursive: true, force: true, maxRetries: 3 });
  await synchroniseFolder(directory);
};

const sweepTemporary = async (directory: string): Promise<number> => {
  const left = await readdir(incomingPath(directory));
  for (const name of left) await rm(join(incomingPath(directory), name), { force: true, recursive: true });
  return left.length;
};
