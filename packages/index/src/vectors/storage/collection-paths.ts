import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { StoreFailure } from "../store-failure.ts";

/** Pattern of collection names in the contract. Checked again here, because a name becomes part of a path. */
const COLLECTION_NAME = /^[a-z][a-z0-9_]{2,62}$/;

export const isCollectionName = (collection: string): boolean => COLLECTION_NAME.test(collection);

/** Prefix of file names. It avoids names that Windows reserves, like "con" or "aux". */
const PREFIX = "collection-";
const SUFFIX = ".sqlite";

/** Returns the path of a collection's file. */
export const collectionPath = (directory: string, collection: string): string => {
  if (!isCollectionName(collection)) {
    const message = `A vector collection's name has to match ${COLLECTION_NAME.source}, got ${JSON.stringify(collection)}.`;
    throw new StoreFailure("invalid", message);
  }
  return join(directory, `${PREFIX}${collection}${SUFFIX}`);
};

export const collectionExists = (directory: string, collection: string): boolean =>
  isCollectionName(collection) && existsSync(collectionPath(directory, collection));

/** Returns the names of the collections with files in a folder. */
export const collectionsIn = (directory: string): readonly string[] =>
  readdirSync(directory)
    .filter((file) => file.startsWith(PREFIX) && file.endsWith(SUFFIX))
    .map((file) => file.slice(PREFIX.length, -SUFFIX.length))
    .filter(isCollectionName);

/** Returns the size of a collection's file in bytes, including its log; 0 if it doesn't exist. */
export const collectionBytes = (directory: string, collection: string): number => {
  const path = collectionPath(directory, collection);
  return [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
};

/**
 * Removes a closed collection's files. The main file is removed first: a crash must not leave a collection without its
 * log.
 */
export const removeCollectionFiles = (directory: string, collection: string): void => {
  const path = collectionPath(directory, collection);
  rmSync(path, { force: true });
  removeLeftovers(path);
  syncDirectory(directory);
};

/** Path of the index file, which speeds up the reader after a start. It can be rebuilt from the collection's file. */
export const indexPath = (path: string): string => `${path}-index`;
/** Path of the stored neighbour graph. It can be rebuilt too. */
export const graphPath = (path: string): string => `${path}-graph`;
/** Path of the stored metadata columns for filters. They can be rebuilt too. */
export const columnsPath = (path: string): string => `${path}-columns`;
/** Temporary path of a file that is being written. The file is renamed when it is complete. */
export const unfinishedPath = (path: string): string => `${path}-unfinished`;

/**
 * Removes files left without their database. A write-ahead log or an index must not be applied to a new database of the
 * same name.
 */
export const removeLeftovers = (path: string): void => {
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
  for (const file of [indexPath(path), graphPath(path), columnsPath(path)]) {
    rmSync(file, { force: true });
    rmSync(unfinishedPath(file), { force: true });
  }
};

/** Makes the creation or removal of a file durable. Windows can't open folders and doesn't need this. */
export const syncDirectory = (directory: string): void => {
  if (process.platform === "win32") return;
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};
