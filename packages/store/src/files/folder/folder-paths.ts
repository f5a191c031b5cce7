import { join } from "node:path";
import type { FileKey } from "../file-key.ts";

/** Folders 0700, files 0600: documents are nobody else's business. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

/**
 * Folder of unfinished writes: in the same file system, so that a finished one is moved by an atomic rename. No UUID,
 * so never a collection.
 */
const INCOMING = "incoming";

export const collectionPath = (directory: string, collectionId: string): string => join(directory, collectionId);

export const filePath = (directory: string, key: FileKey): string =>
  join(collectionPath(directory, key.collectionId), key.documentId);

export const incomingPath = (directory: string): string => join(directory, INCOMING);
