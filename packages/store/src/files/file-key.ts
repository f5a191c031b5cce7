import { isUuid } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { FileStoreError } from "./file-store-error.ts";

/** Names the original file of a document. Both are UUIDs, so nothing that a user wrote becomes part of a path. */
export interface FileKey {
  readonly collectionId: string;
  readonly documentId: string;
}

/** Checked before any path is built, whatever the caller has checked before. */
export const checkedKey = (key: FileKey): Effect.Effect<FileKey, FileStoreError> =>
  isUuid(key.collectionId) && isUuid(key.documentId)
    ? Effect.succeed(key)
    : Effect.fail(new FileStoreError({ reason: "invalid_key", message: "the ids of a file must be lower-case UUIDs" }));
