import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { requireCollectionId } from "../passages/collection-id.ts";
import { PassageIndexError } from "../passages/passage-index-error.ts";

const EXTENSION = ".db";
/** Extension of the marker file that exists while writes of vectors can be open. */
export const OPEN_WRITES = ".open-writes";

/** Returns the path of the collection's file. */
export const collectionPath = (directory: string, collectionId: string): string => {
  requireCollectionId(collectionId);
  return join(directory, `${collectionId}${EXTENSION}`);
};

export const openWritesMark = (directory: string, collectionId: string): string => {
  requireCollectionId(collectionId);
  return join(directory, `${collectionId}${OPEN_WRITES}`);
};

/** Fails with `not_found` if the collection's file doesn't exist. */
export const requireCollectionFile = (path: string, collectionId: string): void => {
  if (existsSync(path)) return;
  throw new PassageIndexError({ reason: "not_found", message: `${collectionId}.db is not there` });
};

/**
 * Returns the identity of the file at a path: undefined if there is none, and a different text after the file was
 * replaced or emptied.
 */
export const fileIdentity = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino} ${found.size === 0 ? "empty" : ""}`;
};

/**
 * Removes the collection's files, if they exist. The database is removed first: `removeStaleLog` removes a log without
 * a database before a new one is created, but a database without its log can be incomplete.
 */
export const removeCollectionFiles = (path: string): void => {
  rmSync(path, { force: true });
  removeStaleLog(path);
};

/** Removes a log without a database. It would be replayed into a new database of the same name. */
export const removeStaleLog = (path: string): void => {
  rmSync(`${path}-wal`, { force: true });
  rmSync(`${path}-shm`, { force: true });
};
