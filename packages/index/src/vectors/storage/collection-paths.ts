import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { StoreFailure } from "../store-failure.ts";

/** The contract's collection names. Checked again here, because a name becomes part of a path. */
const COLLECTION_NAME = /^[a-z][a-z0-9_]{2,62}$/;

export const isCollectionName = (collection: string): boolean => COLLECTION_NAME.test(collection);

/** It keeps names that Windows reserves, like "con" or "aux", from being files. */
const PREFIX = "collection-";
const SUFFIX = ".sqlite";

/** The file of a collection. */
export const collectionPath = (directory: string, collection: string): string => {
  if (!isCollectionName(collection)) {
    const message = `A vector collection's name has to match ${COLLECTION_NAME.source}, got ${JSON.stringify(collection)}.`;
    throw new StoreFailure("invalid", message);
  }
  return join(directory, `${PREFIX}${collection}${SUFFIX}`);
};

export const collectionExists = (directory: string, collection: string): boolean =>
  isCollectionName(collection) && existsSync(collectionPath(directory, collection));

/** Names of the collections that have files in a folder. */
export const collectionsIn = (directory: string): readonly string[] =>
  readdirSync(directory)
    .filter((file) => file.startsWith(PREFIX) && file.endsWith(SUFFIX))
    .map((file) => file.slice(PREFIX.length, -SUFFIX.length))
    .filter(isCollectionName);

/** Bytes of a collection's file, what is still in its log included; 0 where there is none. */
export const collectionBytes = (directory: string, collection: string): number => {
  const path = collectionPath(directory, collection);
  return [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
};

/** Removes a closed collection's files; the main file first, so that a crash leaves no collection without its log. */
export const removeCollectionFiles = (directory: string, collection: string): void => {
  const path = collectionPath(directory, collection);
  rmSync(path, { force: true });
  removeLeftovers(path);
  syncDirectory(directory);
};

/** Path of the index that makes the reader quick after a start; it can be rebuilt from the collection's file. */
export const indexPath = (path: string): string => `${path}-index`;
/** Likewise, which rows are near to each other. */
export const graphPath = (path: string): string => `${path}-graph`;
/** Likewise, of the metadata that filters ask for. */
export const columnsPath = (path: string): string => `${path}-columns`;
/** Path at which a file is written; it is renamed when it is complete. */
export const unfinishedPath = (path: string): string => `${path}-unfinished`;

/** A write-ahead log or an index that outlived its database must not be applied to a new one of the same name. */
export const removeLeftovers = (path: string): void => {
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
  for (const file of [indexPath(path), graphPath(path), columnsPath(path)]) {
    rmSync(file, { force: true });
    rmSync(unfinishedPath(file), { force: true });
  }
};

/** Makes a created or removed file durable. Windows can't open folders and doesn't need it. */
export const syncDirectory = (directory: string): void => {
  if (process.platform === "win32") return;
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};
