import { type DomainError, invalidArgument } from "@quarry/plugin/domain";
import { type FileKey, FileStore, type FileStoreError, SHARED_FILES, type StoredFile } from "@quarry/store/files";
import {
  CollectionRepository,
  DocumentRepository,
  StoredFileRepository,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Context, Effect, Layer, Stream } from "effect";

/** Maximum time for which a file waits for the rest of its batch, from the batch's first byte to the record. */
const LONGEST_UPLOAD_MS = 12 * 3_600_000;

/** A file of this age that no record references belongs to no running upload, even if its storage's clock is off. */
const ORPHAN_AGE_MS = 2 * LONGEST_UPLOAD_MS;

/** Files of one upload, from their first byte until each is recorded or deleted. */
export interface Staging {
  /** Same as `write` of the file store. */
  write(
    key: FileKey,
    bytes: AsyncIterable<Uint8Array>,
    options: { readonly maxBytes: number },
  ): Effect.Effect<StoredFile, DomainError | FileStoreError>;
  /**
   * Declares which of the written files the transaction records: its commit or rollback decides on them, and the others
   * are deleted. Fails if the upload took too long.
   */
  recordedBy(transaction: Transaction, fileIds: ReadonlySet<string>): Effect.Effect<void, DomainError>;
  /**
   * Deletes files that aren't recorded. Must run at the end, whatever the outcome. Never fails: leaves to the sweep the
   * files that can't be deleted, and those that may be recorded although the database has not confirmed it.
   */
  readonly end: Effect.Effect<void>;
}

export interface StagedFilesShape {
  readonly begin: Effect.Effect<Staging>;
  /**
   * Deletes files that no record references, left by a process that ended before it recorded them. `others`: whether
   * other processes can be receiving files now. If not, deletes every file that this process isn't receiving, whatever
   * its age, even while it receives files. Returns the number of deleted files.
   *
   * Sweeps only collections that the database knows. A job deletes the files of a deleted collection, and of an
   * interrupted import. If there is neither, the database is not the one that the files belong to (a new one next to
   * old files), and the originals must not be lost.
   */
  sweep(options: { readonly others: boolean }): Effect.Effect<number, FileStoreError | StoreError>;
}

/**
 * The only owner of uploaded files until they are recorded: no other code deletes a file that no record references. A
 * record keeps its file. The purge owns a deleted document's file, and the import lease an import's files.
 */
export class StagedFiles extends Context.Service<StagedFiles, StagedFilesShape>()("@quarry/catalog/StagedFiles") {
  static readonly layer = Layer.effect(
    StagedFiles,
    Effect.gen(function* () {
      const files = yield* FileStore;
      const collections = yield* CollectionRepository;
      const documents = yield* DocumentRepository;
      const storedFiles = yield* StoredFileRepository;
      /** Ids of documents whose files are being uploaded in this process. */
      const locked = new Set<string>();

      const remove = (key: FileKey) =>
        Effect.catchCause(files.remove(key), (cause) =>
          Effect.logWarning("the file of an upload that was not recorded is removed later", cause),
        );

      const begin = Effect.sync((): Staging => {
        const begun = performance.now();
        const keys: FileKey[] = [];
        let fate: "unrecorded" | "undecided" | "recorded" = "unrecorded";
        let named: ReadonlySet<string> = new Set();
        const isOrphaned = ({ documentId }: FileKey) => fate === "unrecorded" || !named.has(documentId);
        return {
          // Registered before the first byte, so that a write that fails unexpectedly leaves nothing either.
          write: (key, bytes, options) =>
            Effect.suspend(() => {
              keys.push(key);
              locked.add(key.documentId);
              return files.write(key, bytes, options);
            }),
          recordedBy: (transaction, fileIds) =>
            Effect.suspend(() => {
              if (performance.now() - begun > LONGEST_UPLOAD_MS) return tooLong;
              named = fileIds;
              fate = "undecided";
              transaction.afterCommit(Effect.sync(() => void (fate = "recorded")));
              transaction.afterRollback(Effect.sync(() => void (fate = "unrecorded")));
              return Effect.void;
            }),
          end: Effect.suspend(() =>
            Effect.forEach(keys.filter(isOrphaned), remove, { discard: true }).pipe(
              Effect.ensuring(Effect.sync(() => keys.forEach(({ documentId }) => locked.delete(documentId)))),
            ),
          ),
        };
      });

      const sweep = Effect.fnUntraced(function* ({ others }: { readonly others: boolean }) {
        const before = others ? Date.now() - ORPHAN_AGE_MS : Infinity;
        let removed = 0;
        let retained = 0;
        const check = Effect.fnUntraced(function* (file: FileKey & { readonly modifiedAt: number }) {
          if (file.modifiedAt > before || locked.has(file.documentId)) return;
          if (file.collectionId === SHARED_FILES) {
            if (yield* storedFiles.isUsed(file.documentId)) return;
            yield* files.remove(file);
            removed += 1;
            return;
          }
          // The collection is checked first: an import creates it in one transaction with the documents, whose files
          // exist before.
          if ((yield* collections.findById(file.collectionId)) === undefined) {
            retained += 1;
            return;
          }
          if (yield* documents.ownsFile(file.collectionId, file.documentId)) return;
          yield* files.remove(file);
          removed += 1;
        });
        yield* Stream.runForEach(
          Stream.fromAsyncIterable(files.list(), (error) => error as FileStoreError),
          check,
        );
        if (retained > 0)
          yield* Effect.logWarning(`kept ${retained} files of collections that are not in the database`);
        return removed;
      });

      return { begin, sweep };
    }),
  );
}

const tooLong = Effect.fail(
  invalidArgument(
    "file: the upload took more than 12 hours, and another process may have removed it; send fewer at a time",
  ),
);
