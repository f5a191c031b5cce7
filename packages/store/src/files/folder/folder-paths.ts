import { join } from "node:path";
import type { FileKey } from "../file-key.ts";

/** Folders have 0700 and files 0600: other users must not read documents. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

/**
 * Folder for unfinished writes. It is in the same file system, so that a finished one is moved by an atomic rename. Its
 * name is not a UUID, so it never collides with a collection.
 */
const INCOMING = "incoming";

export const collectionPath = (directory: string, collectionId: string): string => join(directory, collectionId);

export const filePath = (directory: string, key: FileKey): string =>
  join(collectionPath(directory, key.collectionId), key.documentId);

export const incomingPath = (directory: string): string => join(directory, INCOMING);
