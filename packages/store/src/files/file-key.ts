import { isUuid, newId } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { FileStoreError } from "./file-store-error.ts";

/** Key of a document's original file. Both ids are UUIDs, so no user input becomes part of a path. */
export interface FileKey {
  readonly collectionId: string;
  readonly documentId: string;
}

/** Placeholder for the collection in the keys of blobs and upload parts, which belong to none. */
export const SHARED_FILES = "00000000-0000-8000-8000-000000000000";

const VERSION_DIGIT = 14;

/**
 * Generates an id for bytes that several documents can share: a random UUID of version 8, which is used for nothing
 * else here.
 */
export const newBlobId = (): string => {
  const id = newId();
  return `${id.slice(0, VERSION_DIGIT)}8${id.slice(VERSION_DIGIT + 1)}`;
};

export const isBlobId = (fileId: string): boolean => fileId[VERSION_DIGIT] === "8";

/** Returns the key of a document's file in a collection. */
export const fileKeyOf = (collectionId: string, fileId: string): FileKey => ({
  collectionId: isBlobId(fileId) ? SHARED_FILES : collectionId,
  documentId: fileId,
});

/** Validates the key before any path is built, regardless of earlier checks by the caller. */
export const checkedKey = (key: FileKey): Effect.Effect<FileKey, FileStoreError> =>
  isUuid(key.collectionId) && isUuid(key.documentId)
    ? Effect.succeed(key)
    : Effect.fail(invalidKey("the ids of a file must be lower-case UUIDs"));

export const checkedCollection = (collectionId: string): Effect.Effect<string, FileStoreError> =>
  isUuid(collectionId)
    ? Effect.succeed(collectionId)
    : Effect.fail(invalidKey("the id of a collection must be a lower-case UUID"));

const invalidKey = (message: string) => new FileStoreError({ reason: "invalid_key", message });
