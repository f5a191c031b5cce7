import {
  cleanFilename,
  describeValue,
  type DomainError,
  fileTypeOf,
  invalidArgument,
  type JsonObject,
  newId,
  supportedFileTypesText,
} from "@quarry/domain";
import { FileStore, type FileStoreError, type StoredFile } from "@quarry/files";
import { Plugins } from "@quarry/host";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionRecord,
  Database,
  type DocumentRecord,
  DocumentRepository,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { attempt } from "./attempt.ts";
import { checkMetadata } from "./check-metadata.ts";
import { CollectionIndex } from "./collection-index.ts";
import { collectionNotFound, Collections } from "./collections.ts";
import { Storage } from "./storage/storage.ts";
import { ingestJob } from "./ingest-job.ts";

/** A file whose bytes are durable and which no record names yet. */
export interface StagedFile extends StoredFile {
  readonly collection: CollectionRecord;
  readonly documentId: string;
  readonly filename: string;
  readonly fileType: string;
}

export interface UploadsShape {
  /** `not_found` before a byte is read. */
  collection(name: string): Effect.Effect<CollectionRecord, DomainError | StoreError>;
  /**
   * Stores the bytes as they come. `invalid_argument` for a name or type that can't be, `too_large` over the maximum;
   * nothing is kept then.
   */
  stage(
    collection: CollectionRecord,
    filename: string,
    bytes: AsyncIterable<Uint8Array>,
  ): Effect.Effect<StagedFile, DomainError | FileStoreError>;
  /**
   * Makes the document and its job in one transaction. When it ends, the document will be `ready` or `failed`,
   * whatever crashes; when it fails, the file is removed. With `within` it is the caller's to remove, once its
   * transaction has failed: until then the database may have it run again.
   */
  accept(
    staged: StagedFile,
    metadata: JsonObject,
    within?: Transaction,
  ): Effect.Effect<DocumentRecord, DomainError | StoreError>;
  /** `accept` for several files of one collection: all of them, or none. */
  acceptAll(
    staged: readonly StagedFile[],
    metadata: JsonObject,
    within?: Transaction,
  ): Effect.Effect<readonly DocumentRecord[], DomainError | StoreError>;
  /** Removes a file that will not be accepted. */
  discard(staged: StagedFile): Effect.Effect<void, FileStoreError>;
}

/** Takes files in. */
export class Uploads extends Context.Service<Uploads, UploadsShape>()("@quarry/catalog/Uploads") {
  static readonly layer = (options: {
    /** Bytes of the largest file. */
    readonly maxBytes: number;
  }): Layer.Layer<
    Uploads,
    never,
    CollectionIndex | Collections | DocumentRepository | Database | FileStore | JobQueue | Plugins | Storage
  > =>
    Layer.effect(
      Uploads,
      Effect.gen(function* () {
        const collections = yield* Collections;
        const index = yield* CollectionIndex;
        const repository = yield* DocumentRepository;
        const database = yield* Database;
        const files = yield* FileStore;
        const jobs = yield* JobQueue;
        const storage = yield* Storage;
        const { parsers } = yield* Plugins;

        const stage = Effect.fn("Uploads.stage")(function* (
          collection: CollectionRecord,
          filename: string,
          bytes: AsyncIterable<Uint8Array>,
        ) {
          const named = yield* attempt(() => checkFilename(filename, parsers));
          yield* storage.mayStore;
          const documentId = newId();
          const key = { collectionId: collection.id, documentId };
          const stored = yield* files.write(key, bytes, options);
          return { ...stored, ...named, collection, documentId };
        });

        const discard = (staged: StagedFile) =>
          Effect.asVoid(files.remove({ collectionId: staged.collection.id, documentId: staged.documentId }));

        const record = Effect.fnUntraced(function* (
          staged: StagedFile,
          metadata: JsonObject,
          transaction: Transaction,
        ) {
          const document = yield* repository.insert(
            {
              id: staged.documentId,
              collectionId: staged.collection.id,
              filename: staged.filename,
              fileType: staged.fileType,
              fileSize: staged.size,
              contentHash: staged.sha256,
              metadata,
            },
            transaction,
          );
          yield* jobs.enqueue(ingestJob(document), transaction);
          return document;
        });

        const acceptAll = Effect.fn("Uploads.acceptAll")(function* (
          staged: readonly StagedFile[],
          metadata: JsonObject,
          within?: Transaction,
        ) {
          return yield* attempt(() => checkMetadata(metadata)).pipe(
            Effect.andThen(
              database.transaction(
                (transaction) => Effect.forEach(staged, (file) => record(file, metadata, transaction)),
                within,
              ),
            ),
            Effect.mapError((error) =>
              error._tag === "DomainError" && error.code === "not_found" && staged[0] !== undefined
                ? collectionNotFound(staged[0].collection.name)
                : error,
            ),
            // What can't be removed now is an orphan that the next start sweeps; the caller needs the first error.
            Effect.tapError((error) =>
              within === undefined && !mayBeRecorded(error)
                ? Effect.forEach(staged, (file) => Effect.ignore(discard(file)), { discard: true })
                : Effect.void,
            ),
          );
        });

        const accept: UploadsShape["accept"] = (staged, metadata, within) =>
          Effect.map(acceptAll([staged], metadata, within), ([document]) => document as DocumentRecord);

        // What can't be made findable is refused: it would wait for a repair that nobody who uploads knows of.
        const collection = (name: string) => Effect.tap(collections.get(name), index.refuseDamaged);

        return { collection, stage, accept, acceptAll, discard };
      }),
    );
}

/**
 * Whether the database went away in a way that leaves open if the record was written: then its file must stay. If it was
 * not, the next start sweeps the file.
 */
const mayBeRecorded = (error: DomainError | StoreError): boolean =>
  error._tag === "StoreError" && error.reason === "unavailable";

const checkFilename = (
  given: string,
  parsers: ReadonlyMap<string, unknown>,
): { readonly filename: string; readonly fileType: string } => {
  const filename = cleanFilename(given);
  if (filename === "") throw invalidArgument(`file: needs a file name, got ${describeValue(given)}`);
  const fileType = fileTypeOf(filename, parsers);
  if (fileType === undefined) {
    throw invalidArgument(
      `file: must be one of ${supportedFileTypesText(parsers.keys())}, got ${describeValue(filename)}`,
    );
  }
  return { filename, fileType };
};
