import type { DomainError } from "@quarry/plugin/domain";
import { Context, type Effect } from "effect";
import type { FileKey } from "./file-key.ts";
import type { FileStoreError } from "./file-store-error.ts";

export interface WriteOptions {
  /** Maximum file size in bytes. Default 1024 MB. */
  readonly maxBytes?: number;
}

export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/**
 * Byte range from `start` (inclusive, default 0) to `end` (exclusive, default the size). Both are clamped to the size.
 */
export interface ByteRange {
  readonly start?: number;
  readonly end?: number;
}

export interface FileContent {
  /** Size of the whole file, whatever the range. */
  readonly size: number;
  /** Opened when the first chunk is requested, closed when the iteration ends or is abandoned. Iterate only once. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface ListedFile extends FileKey {
  /** Epoch milliseconds. A file is stored before its record: delete orphans only after a while. */
  readonly modifiedAt: number;
}

/** Store of the original files of documents. */
export interface FileStoreService {
  readonly kind: "folder" | "s3";
  /**
   * Streams the bytes into the store in constant memory; atomically replaces a file with the same key. On success the
   * file survives a power failure; on failure or interruption nothing is stored. Fails with `too_large` over
   * `maxBytes`, and with `unavailable` if the disk is full. A DomainError thrown by `chunks` is passed through.
   */
  readonly write: (
    key: FileKey,
    chunks: AsyncIterable<Uint8Array>,
    options?: WriteOptions,
  ) => Effect.Effect<StoredFile, DomainError | FileStoreError>;
  readonly read: (key: FileKey, range?: ByteRange) => Effect.Effect<FileContent, FileStoreError>;
  /** Returns the size in bytes, or undefined if there is no such file. */
  readonly size: (key: FileKey) => Effect.Effect<number | undefined, FileStoreError>;
  /** Passes `use` a local path from which the file can be read until `use` ends. It must not be written to. */
  readonly withLocalPath: <A, E, R>(
    key: FileKey,
    use: (path: string) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | FileStoreError, R>;
  /** Returns false if there was no such file. */
  readonly remove: (key: FileKey) => Effect.Effect<boolean, FileStoreError>;
  readonly removeCollection: (collectionId: string) => Effect.Effect<void, FileStoreError>;
  /**
   * Removes leftovers of interrupted writes of earlier processes, and returns their number. On a folder, only for the
   * start of its only process; on S3 at any time, even with other processes running.
   */
  readonly sweepTemporary: Effect.Effect<number, FileStoreError>;
  /** Lists all stored files, in any order. Throws a FileStoreError during iteration. */
  readonly list: () => AsyncIterable<ListedFile>;
  /** Succeeds if the folder or the bucket responds. For readiness checks. */
  readonly ping: Effect.Effect<void, FileStoreError>;
  /** Writes a few bytes, reads them back and removes them. Costs as much as a small upload. */
  readonly probe: Effect.Effect<void, FileStoreError>;
}

export class FileStore extends Context.Service<FileStore, FileStoreService>()("@quarry/store/FileStore") {}
