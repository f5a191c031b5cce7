import {
  cleanFilename,
  describeValue,
  type DomainError,
  fileTypeOf,
  invalidArgument,
  type JsonObject,
  newId,
  supportedFileTypesText,
} from "@quarry/plugin/domain";
import type { FileStoreError, StoredFile } from "@quarry/store/files";
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
import { refuseOutside } from "../boundary/within-boundary.ts";
import { checkMetadata } from "../check-metadata.ts";
import { CollectionIndex } from "../collection-index.ts";
import { collectionNotFound, Collections } from "../collections.ts";
import { ingestJob } from "../ingest-job.ts";
import { refusing } from "../refusing.ts";
import { Storage } from "../storage/storage.ts";
import type { GivenContent } from "./given-content.ts";
import { pageName, PageSources } from "./page-sources.ts";
import { StagedFiles } from "./staged-files.ts";

/** A file whose bytes are durable and which no record names yet. */
export interface StagedFile extends StoredFile {
  readonly documentId: string;
  readonly filename: string;
  readonly fileType: string;
  /** Where the bytes are to be fetched from; until then there are none. */
  readonly sourceUrl?: string;
}

/** Files that come in together, for one collection. */
export interface Upload {
  readonly collectionId: string;
  /**
   * Stores the bytes as they come. `invalid_argument` for a name or type that can't be, `too_large` over the maximum;
   * nothing is kept then. The name's extension says the type, where the content doesn't.
   */
  stage(content: GivenContent): Effect.Effect<StagedFile, DomainError | FileStoreError>;
  /** Takes a page in place of bytes; `invalid_argument` where the service may not be sent there. */
  stagePage(url: string, filename: string | undefined): Effect.Effect<StagedFile, DomainError>;
  /**
   * Makes documents of all that was staged, and their jobs, in one transaction: all of them, or none. When it ends, each
   * document will be `ready` or `failed`, whatever crashes.
   */
  record(
    metadata: JsonObject,
    within?: Transaction,
  ): Effect.Effect<readonly DocumentRecord[], DomainError | StoreError>;
  /** Must be run at the end, whatever that is: what isn't recorded is removed. Never fails. */
  readonly end: Effect.Effect<void>;
}

export interface UploadsShape {
  /** `not_found` before a byte is read. */
  begin(collectionName: string): Effect.Effect<Upload, DomainError | StoreError>;
}

/** Takes files in. */
export class Uploads extends Context.Service<Uploads, UploadsShape>()("@quarry/catalog/Uploads") {
  static readonly layer = (options: {
    /** Bytes of the largest file. */
    readonly maxBytes: number;
  }): Layer.Layer<
    Uploads,
    never,
    | CollectionIndex
    | Collections
    | DocumentRepository
    | Database
    | JobQueue
    | PageSources
    | Plugins
    | StagedFiles
    | Storage
  > =>
    Layer.effect(
      Uploads,
      Effect.gen(function* () {
        const collections = yield* Collections;
        const index = yield* CollectionIndex;
        const repository = yield* DocumentRepository;
        const database = yield* Database;
        const jobs = yield* JobQueue;
        const stagedFiles = yield* StagedFiles;
        const storage = yield* Storage;
        const sources = yield* PageSources;
        const { parsers } = yield* Plugins;

        const recordOne = Effect.fnUntraced(function* (
          { id: collectionId }: CollectionRecord,
          { documentId: id, filename, fileType, size: fileSize, sha256: contentHash, sourceUrl }: StagedFile,
          metadata: JsonObject,
          transaction: Transaction,
        ) {
          const document = yield* repository.insert(
            { id, collectionId, filename, fileType, fileSize, contentHash, metadata, sourceUrl: sourceUrl ?? null },
            transaction,
          );
          yield* refuseOutside(document, "metadata");
          yield* jobs.enqueue(ingestJob(document), transaction);
          return document;
        });

        const begin = Effect.fn("Uploads.begin")(function* (collectionName: string) {
          const collection = yield* collections.get(collectionName);
          // What can't be made findable is refused: it would wait for a repair that nobody who uploads knows of.
          yield* index.refuseDamaged(collection);
          const staging = yield* stagedFiles.begin;
          const staged: StagedFile[] = [];

          const stage = Effect.fn("Upload.stage")(function* ({ bytes, ...given }: GivenContent) {
            const named = yield* refusing(() => checkName(given, parsers));
            yield* storage.mayStore;
            const documentId = newId();
            const stored = yield* staging.write({ collectionId: collection.id, documentId }, bytes, options);
            const file = { ...stored, ...named, documentId };
            staged.push(file);
            return file;
          });

          const stagePage = Effect.fn("Upload.stagePage")(function* (given: string, name: string | undefined) {
            const url = yield* sources.check(given);
            const { filename } = yield* refusing(() =>
              checkName({ filename: name ?? pageName(url), fileType: "html" }, parsers),
            );
            // What it is, and how much, is known when it is fetched.
            const file = { documentId: newId(), filename, fileType: "html", size: 0, sha256: "", sourceUrl: url.href };
            staged.push(file);
            return file;
          });

          const record = Effect.fn("Upload.record")(function* (metadata: JsonObject, within?: Transaction) {
            yield* refusing(() => checkMetadata(metadata));
            const recordAll = (transaction: Transaction) =>
              Effect.andThen(
                staging.recordedBy(transaction),
                Effect.forEach(staged, (file) => recordOne(collection, file, metadata, transaction)),
              );
            return yield* Effect.mapError(database.transaction(recordAll, within), (error) =>
              error._tag === "DomainError" && error.code === "not_found" ? collectionNotFound(collection.name) : error,
            );
          });

          return { collectionId: collection.id, stage, stagePage, record, end: staging.end } satisfies Upload;
        });

        return { begin };
      }),
    );
}

const checkName = (
  { filename: given, ...known }: Omit<GivenContent, "bytes">,
  parsers: ReadonlyMap<string, unknown>,
): { readonly filename: string; readonly fileType: string } => {
  const filename = cleanFilename(given);
  if (filename === "") throw invalidArgument(`file: needs a file name, got ${describeValue(given)}`);
  const fileType = known.fileType ?? fileTypeOf(filename, parsers);
  if (fileType === undefined) {
    throw invalidArgument(
      `file: must be one of ${supportedFileTypesText(parsers.keys())}, got ${describeValue(filename)}`,
    );
  }
  return { filename, fileType };
};
