import {
  cleanFilename,
  describeValue,
  type DomainError,
  fileTypeOf,
  invalidArgument,
  newId,
  howToRead,
  furtherTypesText,
  supportedFileTypesText,
} from "@quarry/plugin/domain";
import type { FileStoreError } from "@quarry/store/files";
import { Plugins } from "@quarry/host";
import { Database, IndexChangeRepository, type StoreError, type Transaction } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { checkMetadata } from "../check-metadata.ts";
import { CollectionIndex } from "../collection-index.ts";
import { collectionNotFound, Collections } from "../collections.ts";
import { checkExpiresAt } from "../expiry.ts";
import { checkOwnExternalId } from "../external-id.ts";
import { refusing } from "../refusing.ts";
import { Storage } from "../storage/storage.ts";
import { type Admission, type AdmittedFile, type FileOptions, makeAdmitFile, needsLock } from "./admission.ts";
import type { StagedFile } from "./staged-file.ts";
import type { UploadContent } from "./upload-content.ts";
import { pageName, PageSources } from "./page-sources.ts";
import { StagedFiles } from "./staged-files.ts";

/** Outcome of an uploaded file. */
export type RecordedFile = AdmittedFile | { readonly outcome: "refused"; readonly problem: DomainError };

/** Files uploaded together to one collection. */
export interface Upload {
  readonly collectionId: string;
  /**
   * Stores the bytes as they arrive. Fails with `invalid_argument` for an invalid name or type, and with `too_large`
   * above the maximum; then nothing is stored. The name's extension determines the type unless the content does.
   */
  stage(content: UploadContent): Effect.Effect<StagedFile, DomainError | FileStoreError>;
  /** Stages a URL instead of bytes. Fails with `invalid_argument` if the service may not access it. */
  stagePage(url: string, filename: string | undefined): Effect.Effect<StagedFile, DomainError>;
  /**
   * Decides the outcomes of all staged files in one transaction and returns them in order. Accepted files become
   * documents with jobs, each of which ends `ready` or `failed` despite any crash. A rejected file has a reason and
   * doesn't affect the others.
   */
  record(
    admission: Admission,
    optionsOf: (file: StagedFile) => FileOptions,
    within?: Transaction,
  ): Effect.Effect<readonly RecordedFile[], DomainError | StoreError>;
  /** Deletes everything that isn't recorded. Must run at the end, whatever the outcome. Never fails. */
  readonly end: Effect.Effect<void>;
}

export interface UploadsShape {
  /** Fails with `not_found` before a byte is read. */
  begin(collectionName: string): Effect.Effect<Upload, DomainError | StoreError>;
}

/** Receives files. */
export class Uploads extends Context.Service<Uploads, UploadsShape>()("@quarry/catalog/Uploads") {
  static readonly layer = (options: {
    /** Maximum bytes of a file. */
    readonly maxBytes: number;
  }) =>
    Layer.effect(
      Uploads,
      Effect.gen(function* () {
        const collections = yield* Collections;
        const index = yield* CollectionIndex;
        const changes = yield* IndexChangeRepository;
        const database = yield* Database;
        const stagedFiles = yield* StagedFiles;
        const storage = yield* Storage;
        const sources = yield* PageSources;
        const { parsers } = yield* Plugins;

        const admit = yield* makeAdmitFile;

        const begin = Effect.fn("Uploads.begin")(function* (collectionName: string) {
          const collection = yield* collections.get(collectionName);
          // Uploads to a damaged index are rejected: their documents would wait for a repair that the uploader doesn't
          // know of.
          yield* index.refuseDamaged(collection);
          const staging = yield* stagedFiles.begin;
          const staged: StagedFile[] = [];

          const stage = Effect.fn("Upload.stage")(function* ({ bytes, ...input }: UploadContent) {
            const named = yield* refusing(() => checkFileName(input, parsers));
            yield* storage.mayStore;
            const documentId = newId();
            const stored = yield* staging.write({ collectionId: collection.id, documentId }, bytes, options);
            const file = { ...stored, ...named, documentId };
            staged.push(file);
            return file;
          });

          const stagePage = Effect.fn("Upload.stagePage")(function* (input: string, name: string | undefined) {
            const url = yield* sources.check(input);
            const { filename } = yield* refusing(() =>
              checkFileName({ filename: name ?? pageName(url), fileType: "html" }, parsers),
            );
            // Type and size are only known after it is fetched.
            const file = { documentId: newId(), filename, fileType: "html", size: 0, sha256: "", sourceUrl: url.href };
            staged.push(file);
            return file;
          });

          const record: Upload["record"] = Effect.fn("Upload.record")(function* (admission, optionsOf, within) {
            const files = staged.map((file) => ({ file, options: optionsOf(file) }));
            yield* refusing(() => checkAdmission(admission));
            const recordAll = Effect.fnUntraced(function* (transaction: Transaction) {
              if (files.some(({ options }) => needsLock(options, admission))) {
                yield* changes.lockCollection(collection.id, transaction);
              }
              const recorded = yield* Effect.forEach(files, ({ file, options }) =>
                orRefused(
                  Effect.andThen(
                    refusing(() => checkFileOptions(options)),
                    admit(collection, file, options, admission, transaction),
                  ),
                ),
              );
              const retained = staged.filter((_, index) => isRecorded(recorded[index]!));
              yield* staging.recordedBy(transaction, new Set(retained.map(({ documentId }) => documentId)));
              return recorded;
            });
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

const checkAdmission = ({ metadata, expiresAt }: Admission): void => {
  if (metadata !== undefined) checkMetadata(metadata);
  if (expiresAt !== undefined) checkExpiresAt(expiresAt);
};

const checkFileOptions = ({ externalId }: FileOptions): void => {
  if (externalId !== undefined) checkOwnExternalId(externalId);
};

/**
 * Turns an invalid field of a file, or a conflict with another document, into that file's outcome. Other errors fail
 * the whole upload.
 */
const orRefused = (
  admitted: Effect.Effect<AdmittedFile, DomainError | StoreError>,
): Effect.Effect<RecordedFile, DomainError | StoreError> =>
  Effect.catchIf(
    admitted,
    (error): error is DomainError => error._tag === "DomainError" && REFUSALS.has(error.code),
    (problem) => Effect.succeed({ outcome: "refused" as const, problem }),
  );

const REFUSALS: ReadonlySet<DomainError["code"]> = new Set(["already_exists", "invalid_argument", "outdated"]);

/** Whether its bytes now belong to a document. */
const isRecorded = ({ outcome }: RecordedFile): boolean => outcome === "created" || outcome === "replaced";

/** Returns the name as stored, and the type that it indicates. Throws `invalid_argument`. */
export const checkFileName = (
  { filename: input, ...known }: Omit<UploadContent, "bytes">,
  parsers: ReadonlyMap<string, unknown>,
): { readonly filename: string; readonly fileType: string } => {
  const filename = cleanFilename(input);
  if (filename === "") throw invalidArgument(`file: needs a file name, got ${describeValue(input)}`);
  const fileType = known.fileType ?? fileTypeOf(filename, parsers);
  if (fileType === undefined) {
    throw invalidArgument(
      `file: must be one of ${supportedFileTypesText()}, got ${describeValue(filename)}${furtherTypesText(parsers.keys())}${howToRead(filename)}`,
    );
  }
  return { filename, fileType };
};
