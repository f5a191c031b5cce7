import type { DomainError } from "@quarry/plugin/domain";
import { Context, type Effect } from "effect";
import type { FileKey } from "./file-key.ts";
import type { FileStoreError } from "./file-store-error.ts";

export interface WriteOptions {
  /** Most bytes the file may have. Default: the store's `maxBytes`. */
  readonly maxBytes?: number;
}

export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Bytes `start` (inclusive, default 0) to `end` (exclusive, default the size); both are cut to the size. */
export interface ByteRange {
  readonly start?: number;
  readonly end?: number;
}

export interface FileContent {
  /** Of the whole file, whatever the range. */
  readonly size: number;
  /** Opened when the first chunk is asked for, closed when the iteration ends or is given up. Iterate once. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface ListedFile extends FileKey {
  /** Epoch milliseconds. A file is older than its record: sweep orphans only after a while. */
  readonly modifiedAt: number;
}

/** The original files of documents. */
export interface FileStoreService {
  readonly kind: "folder" | "s3";
  /**
   * Stores the bytes as they come, in constant memory; replaces a file of the same key in one step. When it succeeds
   * the file survives a power cut; when it fails or is interrupted nothing is kept. Fails with `too_large` over
   * `maxBytes`, `unavailable` when the disk is full; a DomainError thrown by `chunks` comes out as it is.
   */
  readonly write: (
    key: FileKey,
    chunks: AsyncIterable<Uint8Array>,
    options?: WriteOptions,
  ) => Effect.Effect<StoredFile, DomainError | FileStoreError>;
  readonly read: (key: FileKey, range?: ByteRange) => Effect.Effect<FileContent, FileStoreError>;
  /** Bytes; undefined when there is no such file. */
  readonly size: (key: FileKey) => Effect.Effect<number | undefined, FileStoreError>;
  /** Gives `use` a path to read the file from, valid until `use` ends. It must not be written to. */
  readonly withLocalPath: <A, E, R>(
    key: FileKey,
    use: (path: string) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | FileStoreError, R>;
  /** False when there was none. */
  readonly remove: (key: FileKey) => Effect.Effect<boolean, FileStoreError>;
  readonly removeCollection: (collectionId: string) => Effect.Effect<void, FileStoreError>;
  /**
   * Removes what interrupted writes of earlier processes left behind. Returns how many. On a folder, for the start of the
   * only process there; on S3 at any time, among others.
   */
  readonly sweepTemporary: Effect.Effect<number, FileStoreError>;
  /** Every stored file, in no order. Throws a FileStoreError while iterating. */
  readonly list: () => AsyncIterable<ListedFile>;
  /** Succeeds when the folder or the bucket answers; for readiness. */
  readonly ping: Effect.Effect<void, FileStoreError>;
  /** Stores a few bytes, reads them back and removes them. Costs what a small upload costs. */
  readonly probe: Effect.Effect<void, FileStoreError>;
}

export class FileStore extends Context.Service<FileStore, FileStoreService>()("@quarry/store/FileStore") {}
