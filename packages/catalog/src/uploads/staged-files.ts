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

/** A file waits for the others of its batch this long at most, from the first byte of all to their record. */
const LONGEST_UPLOAD_MS = 12 * 3_600_000;

/** A file of this age that no record names belongs to no upload any more, whatever the clock of its storage says. */
const ORPHAN_AGE_MS = 2 * LONGEST_UPLOAD_MS;

/** Files of one upload, from their first byte until each of them is recorded or gone. */
export interface Staging {
  /** As `write` of the file store. */
  write(
    key: FileKey,
    bytes: AsyncIterable<Uint8Array>,
    options: { readonly maxBytes: number },
  ): Effect.Effect<StoredFile, DomainError | FileStoreError>;
  /**
   * Says that the transaction records these files of those that were written: it decides on them, and the others go. Fails
   * when it is too late for that.
   */
  recordedBy(transaction: Transaction, fileIds: ReadonlySet<string>): Effect.Effect<void, DomainError>;
  /**
   * Removes files that aren't recorded; to be run at the end, whatever the outcome. Never fails: files that can't be
   * removed, and those that may be recorded although the database has not confirmed it, are left to the sweep.
   */
  readonly end: Effect.Effect<void>;
}

export interface StagedFilesShape {
  readonly begin: Effect.Effect<Staging>;
  /**
   * Removes files that no record names: what a process that is gone had not recorded yet. `others` whether other processes
   * may be taking files in now; without them all that this process isn't at is removed whatever its age, also while it
   * takes files in. Gives how many.
   *
   * Only in collections that the database knows: the removal of a deleted one is a job's, and so is that of an import that
   * was broken off. Where there is neither, the database is not the one that the files belong to (a new one, beside old
   * files), and that must not cost the originals.
   */
  sweep(options: { readonly others: boolean }): Effect.Effect<number, FileStoreError | StoreError>;
}

/**
 * The one owner of uploaded files until they are recorded: nobody else removes a file that no record names. A record says
 * that its file stays; a deleted document's file is the purge's, and an import's files belong to its lease.
 */
export class StagedFiles extends Context.Service<StagedFiles, StagedFilesShape>()("@quarry/catalog/StagedFiles") {
  static readonly layer: Layer.Layer<
    StagedFiles,
    never,
    CollectionRepository | DocumentRepository | FileStore | StoredFileRepository
  > = Layer.effect(
    StagedFiles,
    Effect.gen(function* () {
      const files = yield* FileStore;
      const collections = yield* CollectionRepository;
      const documents = yield* DocumentRepository;
      const storedFiles = yield* StoredFileRepository;
      /** Documents whose files an upload of this process is at. */
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
        const isLeft = ({ documentId }: FileKey) => fate === "unrecorded" || !named.has(documentId);
        return {
          // Held before the first byte: a write that fails in a way of its own leaves nothing either.
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
            Effect.forEach(keys.filter(isLeft), remove, { discard: true }).pipe(
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
          // The collection first: an import makes it in one step with the documents whose files are there before.
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
          yield* Effect.logWarning(`kept ${retained} files of collections that the database does not know`);
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
