import { createHash } from "node:crypto";
import {
  conflict,
  describeValue,
  type DomainError,
  invalidArgument,
  newId,
  newTimeId,
  notFound,
} from "@quarry/plugin/domain";
import { Plugins } from "@quarry/host";
import {
  CollectionRepository,
  Database,
  DocumentRepository,
  type StoredFileListRequest,
  type StoredFileRecord,
  StoredFileRepository,
  type StoreError,
  type Transaction,
  type UploadRecord,
  VectorStoreRepository,
} from "@quarry/store";
import {
  type FileContent,
  FileStore,
  fileKeyOf,
  type FileStoreError,
  newBlobId,
  SHARED_FILES,
} from "@quarry/store/files";
import { Context, Effect, Layer } from "effect";
import { Purge } from "../purge.ts";
import { makeRemoveDocument } from "../remove-document.ts";
import { Storage } from "../storage/storage.ts";
import { StagedFiles } from "../uploads/staged-files.ts";
import { HeadedBytes } from "./content-type.ts";
import { type FileCaller, mayRemove, maySee, ownerOf, seesAllFiles } from "./file-caller.ts";
import { bindServices } from "../bind-services.ts";

/** Attributes of a file, without its bytes. */
export interface FileDetails {
  readonly filename: string;
  readonly purpose: string;
  /** Lifetime in seconds; undefined: unlimited. */
  readonly seconds?: number | undefined;
}

/** A file that is being received. */
export interface FileIntake {
  /** Stores the bytes as they arrive; fails with `too_large` above the maximum. */
  stage(bytes: AsyncIterable<Uint8Array>): Effect.Effect<{ readonly size: number }, DomainError | FileStoreError>;
  /** Creates a file from the staged bytes. Identical bytes of another file are stored once. */
  record(
    caller: FileCaller,
    details: FileDetails,
    alongside?: (file: StoredFileRecord, within: Transaction) => Effect.Effect<void, DomainError | StoreError>,
  ): Effect.Effect<StoredFileRecord, DomainError | StoreError>;
  /** Deletes everything that isn't recorded. Must run at the end, whatever the outcome. Never fails. */
  readonly end: Effect.Effect<void>;
}

export interface NewUpload extends FileDetails {
  /** Bytes of all parts. */
  readonly size: number;
}

export interface UploadPart {
  readonly id: string;
  readonly createdAt: string;
}

type Failure = DomainError | FileStoreError | StoreError;

export interface StoredFilesShape {
  readonly maxBytes: number;
  readonly begin: Effect.Effect<FileIntake>;
  /**
   * Fails with `not_found` if the file doesn't exist, has expired, or belongs to another owner. The same applies to all
   * methods below.
   */
  get(caller: FileCaller, id: string): Effect.Effect<StoredFileRecord, DomainError | StoreError>;
  list(
    caller: FileCaller,
    request: Omit<StoredFileListRequest, "owner">,
  ): Effect.Effect<readonly StoredFileRecord[], StoreError>;
  read(caller: FileCaller, id: string): Effect.Effect<FileContent & { readonly file: StoredFileRecord }, Failure>;
  /** Removes a file, and the documents made from it that the caller can remove. */
  remove(caller: FileCaller, id: string): Effect.Effect<void, DomainError | StoreError>;
  createUpload(caller: FileCaller, upload: NewUpload): Effect.Effect<UploadRecord, DomainError | StoreError>;
  addPart(caller: FileCaller, uploadId: string, bytes: AsyncIterable<Uint8Array>): Effect.Effect<UploadPart, Failure>;
  /** Creates a file from the named parts, in order; drops the other parts. */
  completeUpload(
    caller: FileCaller,
    uploadId: string,
    partIds: readonly string[],
    md5: string | undefined,
  ): Effect.Effect<{ readonly upload: UploadRecord; readonly file: StoredFileRecord }, Failure>;
  cancelUpload(caller: FileCaller, uploadId: string): Effect.Effect<UploadRecord, DomainError | StoreError>;
  /** Deletes expired files, uploads that were never completed, and records of files removed a day ago. */
  readonly removeExpired: Effect.Effect<void, StoreError>;
}

/** Maximum duration of an upload. */
export const UPLOAD_LIFETIME_MS = 3_600_000;

/** Retention time of ended uploads after that, so that a late call learns the outcome. */
const UPLOAD_MEMORY_MS = 86_400_000;

const REMOVED_MEMORY_MS = 86_400_000;

/** Number of documents removed per transaction: some ten milliseconds. */
const DOCUMENTS_AT_ONCE = 20;

/** Largest part of an upload. */
export const MAX_PART_BYTES = 64 * 1_048_576;

const MAX_PARTS = 10_000;

type FileServices = Effect.Success<ReturnType<typeof fileServices>>;

const fileServices = Effect.fnUntraced(function* (maxBytes: number) {
  return {
    maxBytes,
    repository: yield* StoredFileRepository,
    collections: yield* CollectionRepository,
    documents: yield* DocumentRepository,
    database: yield* Database,
    files: yield* FileStore,
    staged: yield* StagedFiles,
    storage: yield* Storage,
    purge: yield* Purge,
    stores: yield* VectorStoreRepository,
    parsers: (yield* Plugins).parsers,
    removeDocument: yield* makeRemoveDocument,
  };
});

/** Files outside collections. Documents of several collections can be made from one file. */
export class StoredFiles extends Context.Service<StoredFiles, StoredFilesShape>()("@quarry/catalog/StoredFiles") {
  static readonly layer = ({ maxBytes }: { readonly maxBytes: number }) =>
    Layer.effect(
      StoredFiles,
      Effect.map(fileServices(maxBytes), (services): StoredFilesShape => ({
        maxBytes,
        begin: begin(services),
        list: (caller, request) =>
          services.repository.list({ ...request, ...(!seesAllFiles(caller) && { owner: ownerOf(caller) }) }),
        ...bindServices(services, { get, read, remove, createUpload, addPart, completeUpload, cancelUpload }),
        removeExpired: removeExpired(services),
      })),
    );
}

const begin = Effect.fnUntraced(function* ({
  repository,
  database,
  staged,
  storage,
  parsers,
  maxBytes,
}: FileServices): Effect.fn.Return<FileIntake> {
  const staging = yield* staged.begin;
  const blobId = newBlobId();
  let head: HeadedBytes | undefined;
  let stored: { readonly size: number; readonly sha256: string } | undefined;
  return {
    stage: Effect.fnUntraced(function* (bytes) {
      yield* storage.mayStore;
      const headed = (head = new HeadedBytes(bytes));
      const key = { collectionId: SHARED_FILES, documentId: blobId };
      return (stored = yield* staging.write(key, headed.read(), { maxBytes }));
    }),
    record: (caller, { filename, purpose, seconds }, alongside = () => Effect.void) =>
      database.transaction(
        Effect.fnUntraced(function* (transaction: Transaction) {
          const { size, sha256: contentHash } = stored!;
          const known = yield* repository.pinBlob(contentHash, transaction);
          const createdAt = new Date();
          const file: StoredFileRecord = {
            ...{ id: newTimeId(), owner: ownerOf(caller), filename, purpose, size, contentHash },
            fileType: head!.typeFor(filename, parsers),
            blobId: known ?? blobId,
            createdAt: createdAt.toISOString(),
            expiresAt: seconds === undefined ? null : later(createdAt, seconds * 1000),
          };
          yield* repository.insert(file, transaction);
          yield* alongside(file, transaction);
          yield* staging.recordedBy(transaction, new Set(known === undefined ? [blobId] : []));
          return file;
        }),
      ),
    end: staging.end,
  };
});

const get = Effect.fnUntraced(function* ({ repository }: FileServices, caller: FileCaller, id: string) {
  const file = yield* repository.find(id);
  if (file === undefined || !maySee(caller, file)) return yield* noSuchFile(id);
  return file;
});

const removeDocumentsOf = Effect.fnUntraced(function* (
  { repository, collections, documents, database, removeDocument }: FileServices,
  caller: FileCaller,
  file: StoredFileRecord,
) {
  for (let after: string | undefined = ""; after !== undefined;) {
    const page: readonly { readonly id: string; readonly collectionId: string }[] = yield* repository.documentsOf(
      file.blobId,
      after,
      DOCUMENTS_AT_ONCE,
    );
    after = page.at(-1)?.id;
    yield* database.transaction((transaction) =>
      Effect.forEach(
        page,
        Effect.fnUntraced(function* ({ id, collectionId }) {
          const document = yield* documents.findById(id, transaction);
          const collection = yield* collections.findById(collectionId);
          if (document?.externalId !== `file-${file.id}` || collection === undefined) return;
          if (mayRemove(caller, collection.name, document)) yield* removeDocument(collection, id, transaction);
        }),
        { discard: true },
      ),
    );
  }
});

const removeFile = Effect.fnUntraced(function* (services: FileServices, caller: FileCaller, file: StoredFileRecord) {
  yield* removeDocumentsOf(services, caller, file);
  return yield* services.database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const removed = yield* services.repository.remove(file.id, transaction);
      if (removed) yield* services.purge.file({ id: SHARED_FILES }, file.id, file.blobId, transaction);
      return removed;
    }),
  );
});

const openUpload = Effect.fnUntraced(function* ({ repository }: FileServices, caller: FileCaller, id: string) {
  const upload = yield* repository.findUpload(id);
  if (upload === undefined || !maySee(caller, upload)) return yield* noSuchUpload(id);
  const isOver = upload.state === "pending" && Date.parse(upload.expiresAt) <= Date.now();
  if (upload.state !== "pending" || isOver) {
    return yield* conflict(`upload ${describeValue(id)} is ${isOver ? "expired" : upload.state}`);
  }
  return upload;
});

const dropParts = ({ repository, files }: FileServices, uploadId: string) =>
  Effect.map(repository.parts(uploadId), (parts) =>
    // The sweep deletes parts that can't be deleted now.
    Effect.forEach(parts, ({ id }) => Effect.ignore(files.remove(partKey(id))), { discard: true }),
  );

const partBytes = async function* (
  { files }: FileServices,
  ids: readonly string[],
  digest: ReturnType<typeof createHash>,
) {
  for (const id of ids) {
    const { bytes } = await Effect.runPromise(files.read(partKey(id)));
    for await (const buffer of bytes) {
      digest.update(buffer);
      yield buffer;
    }
  }
};

const read = Effect.fnUntraced(function* (services: FileServices, caller: FileCaller, id: string) {
  const file = yield* get(services, caller, id);
  return { ...(yield* services.files.read(fileKeyOf(SHARED_FILES, file.blobId))), file };
});

const remove = Effect.fnUntraced(function* (services: FileServices, caller: FileCaller, id: string) {
  const file = yield* get(services, caller, id);
  if (!(yield* removeFile(services, caller, file))) return yield* noSuchFile(id);
});

const createUpload = Effect.fnUntraced(function* (
  { repository }: FileServices,
  caller: FileCaller,
  { filename, purpose, size, seconds }: NewUpload,
) {
  const createdAt = new Date();
  const upload: UploadRecord = {
    ...{ id: newTimeId(), owner: ownerOf(caller), filename, purpose, size, state: "pending", fileId: null },
    fileSeconds: seconds ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: later(createdAt, UPLOAD_LIFETIME_MS),
  };
  yield* repository.insertUpload(upload);
  return upload;
});

const addPart = Effect.fnUntraced(function* (
  services: FileServices,
  caller: FileCaller,
  uploadId: string,
  bytes: AsyncIterable<Uint8Array>,
) {
  const upload = yield* openUpload(services, caller, uploadId);
  const before = yield* services.repository.parts(uploadId);
  // A part can be sent twice, if a client that got no response retries.
  const maxBytes = 2 * upload.size + MAX_PART_BYTES;
  const receivedBytes = before.reduce((sum, { size }) => sum + size, 0);
  if (before.length >= MAX_PARTS || receivedBytes > maxBytes) {
    return yield* invalidArgument(`data: the parts have more bytes than the upload's ${upload.size}`);
  }
  yield* services.storage.mayStore;
  const part = { id: newId(), createdAt: new Date().toISOString() };
  const staging = yield* services.staged.begin;
  const write = Effect.gen(function* () {
    const { size } = yield* staging.write(partKey(part.id), bytes, { maxBytes: MAX_PART_BYTES });
    yield* services.database.transaction(
      Effect.fnUntraced(function* (transaction: Transaction) {
        yield* services.repository.insertPart({ ...part, uploadId, size }, transaction);
        yield* staging.recordedBy(transaction, new Set([part.id]));
      }),
    );
    return part;
  });
  return yield* Effect.ensuring(write, staging.end);
});

const completeUpload = Effect.fnUntraced(function* (
  services: FileServices,
  caller: FileCaller,
  uploadId: string,
  partIds: readonly string[],
  md5: string | undefined,
) {
  const upload = yield* openUpload(services, caller, uploadId);
  const sizes = new Map((yield* services.repository.parts(uploadId)).map(({ id, size }) => [id, size]));
  const unknown = partIds.find((id) => !sizes.has(id));
  if (unknown !== undefined) {
    return yield* invalidArgument(`part_ids: the upload has no part ${describeValue(`part_${unknown}`)}`);
  }
  const size = partIds.reduce((sum, id) => sum + sizes.get(id)!, 0);
  if (size !== upload.size) {
    return yield* invalidArgument(`part_ids: must have ${upload.size} bytes in all, got ${size}`);
  }
  const drop = yield* dropParts(services, uploadId);
  const intake = yield* begin(services);
  const digest = createHash("md5");
  const make = Effect.gen(function* () {
    yield* intake.stage(partBytes(services, partIds, digest));
    const found = digest.digest("hex");
    if (md5 !== undefined && md5.toLowerCase() !== found) {
      return yield* invalidArgument(`md5: must be that of the bytes, ${found}, got ${describeValue(md5)}`);
    }
    const details = { ...upload, seconds: upload.fileSeconds ?? undefined };
    return yield* intake.record(caller, details, (file, within) =>
      Effect.filterOrFail(
        services.repository.endUpload(uploadId, { state: "completed", fileId: file.id }, within),
        (ended) => ended,
        () => conflict(`upload ${describeValue(uploadId)} is not pending any more`),
      ).pipe(Effect.asVoid),
    );
  });
  const file = yield* Effect.ensuring(make, intake.end);
  yield* drop;
  return { upload: { ...upload, state: "completed" as const, fileId: file.id }, file };
});

const cancelUpload = Effect.fnUntraced(function* (services: FileServices, caller: FileCaller, uploadId: string) {
  const upload = yield* openUpload(services, caller, uploadId);
  const drop = yield* dropParts(services, uploadId);
  const end = { state: "cancelled", fileId: null } as const;
  const ended = yield* services.database.transaction((transaction) =>
    services.repository.endUpload(uploadId, end, transaction),
  );
  if (!ended) return yield* conflict(`upload ${describeValue(uploadId)} is not pending any more`);
  yield* drop;
  return { ...upload, state: "cancelled" as const };
});

const removeExpired = Effect.fnUntraced(function* (services: FileServices) {
  for (;;) {
    const page = yield* services.repository.expired(DOCUMENTS_AT_ONCE);
    if (page.length === 0) break;
    yield* Effect.forEach(page, (file) => removeFile(services, EVERYONE, file), { discard: true });
  }
  yield* services.repository.forgetUploads(new Date(Date.now() - UPLOAD_MEMORY_MS).toISOString());
  yield* services.stores.forgetRemoved(new Date(Date.now() - REMOVED_MEMORY_MS).toISOString());
});

const EVERYONE: FileCaller = { name: "", collections: undefined, accessFilter: undefined };

const partKey = (id: string) => ({ collectionId: SHARED_FILES, documentId: id });

const later = (time: Date, milliseconds: number): string => new Date(time.getTime() + milliseconds).toISOString();

const noSuchFile = (id: string): DomainError => notFound(`No such File object: file-${id}`);

const noSuchUpload = (id: string): DomainError => notFound(`No such Upload object: upload_${id}`);
