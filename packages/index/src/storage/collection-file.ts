import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { requireCollectionId } from "../passages/collection-id.ts";
import { PassageIndexError } from "../passages/passage-index-error.ts";

const EXTENSION = ".db";
/** Of what stands beside the file while writes of vectors may be open. */
export const OPEN_WRITES = ".open-writes";

/** Path of the collection's file. */
export const collectionPath = (directory: string, collectionId: string): string => {
  requireCollectionId(collectionId);
  return join(directory, `${collectionId}${EXTENSION}`);
};

export const openWritesMark = (directory: string, collectionId: string): string => {
  requireCollectionId(collectionId);
  return join(directory, `${collectionId}${OPEN_WRITES}`);
};

/** Fails with `not_found` when the collection's file is not there. */
export const requireCollectionFile = (path: string, collectionId: string): void => {
  if (existsSync(path)) return;
  throw new PassageIndexError({ reason: "not_found", message: `${collectionId}.db is not there` });
};

/**
 * Identity of the file at a path: undefined where there is none, and a different text after it was replaced or emptied.
 */
export const fileIdentity = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino} ${found.size === 0 ? "empty" : ""}`;
};

/**
 * Removes the collection's files; does nothing where there are none. The database goes first: a log without its
 * database is removed by `removeStaleLog` before a new one is made, but a database without its log may be half a one.
 */
export const removeCollectionFiles = (path: string): void => {
  rmSync(path, { force: true });
  removeStaleLog(path);
};

/** A log that outlived its database would be replayed into a new one of the same name. */
export const removeStaleLog = (path: string): void => {
  rmSync(`${path}-wal`, { force: true });
  rmSync(`${path}-shm`, { force: true });
};
