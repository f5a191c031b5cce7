import { type ChunkRange, type Passage, PassageIndex, type PassageIndexError } from "@quarry/index";
import { DomainError, GIVEN_CHUNKS_TYPE } from "@quarry/plugin/domain";
import { type ByteRange, type FileContent, FileStore, type FileStoreError, fileKeyOf } from "@quarry/store/files";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionRecord,
  Database,
  type DocumentRecord,
  DocumentRepository,
  type DuplicatesPage,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { chunksWithin } from "./access-filter/chunks-within.ts";
import { CHARACTERS_AT_ONCE, chunksReplaced } from "./contents/live-chunks.ts";
import { callersAccessFilter } from "./access-filter/within-access-filter.ts";
import { Collections } from "./collections.ts";
import {
  type DocumentName,
  documentNotFound,
  makeFindCollectionOf,
  makeFindDocument,
  makeFindDocuments,
} from "./find-document.ts";
import { ingestJob } from "./ingest-job.ts";
import { type DocumentPatch, makePatchDocument, type SharedPatch } from "./patch-document.ts";
import { refuseOutdated } from "./outdated.ts";
import { makeRemoveDocument } from "./remove-document.ts";
import { makeRestartDocument } from "./restart-document.ts";
import { type DuplicatesQuery, listDuplicates } from "./lists/list-duplicates.ts";
import { type DocumentListing, type DocumentListQuery, listDocuments } from "./lists/list-documents.ts";
import { bindServices } from "./bind-services.ts";

/** Default chunk limit: the most that a document can have. */
const ALL_CHUNKS = 2 ** 31 - 1;

export interface DocumentsShape {
  /** Lists the documents that the caller can see. */
  list(collectionName: string, request: DocumentListQuery): Effect.Effect<DocumentListing, DomainError | StoreError>;
  /** Lists groups of documents with identical bytes that the caller can see. */
  duplicates(collectionName: string, request: DuplicatesQuery): Effect.Effect<DuplicatesPage, DomainError | StoreError>;
  /** Fails with `not_found` if the collection or document is unknown. The same applies to all methods below. */
  get(collectionName: string, name: DocumentName): Effect.Effect<DocumentRecord, DomainError | StoreError>;
  /** Returns the name of a document's collection. `limitedTo` contains the collections that the caller can access. */
  collectionOf(
    documentId: string,
    limitedTo: ReadonlySet<string> | undefined,
  ): Effect.Effect<string, DomainError | StoreError>;
  /**
   * Changes a document's metadata, name, external id or expiry, in any state; the next query uses them. Fails with
   * `outdated` if the document has changed since.
   */
  patch(
    collectionName: string,
    name: DocumentName,
    change: DocumentPatch,
  ): Effect.Effect<DocumentRecord, DomainError | PassageIndexError | StoreError>;
  /** Reason why a pending document waits, as text; undefined when it only waits for a free worker. */
  waitReason(document: DocumentRecord): Effect.Effect<string | undefined, StoreError>;
  /** Removes a document in any state. It is immediately invisible and unsearchable; a durable job deletes its data. */
  remove(
    collectionName: string,
    name: DocumentName,
    ifUpdatedAt?: string,
  ): Effect.Effect<void, DomainError | StoreError>;
  /** Returns the existing documents, each once, in the order of `names`. */
  getMany(
    collectionName: string,
    names: readonly DocumentName[],
  ): Effect.Effect<readonly DocumentRecord[], DomainError | StoreError>;
  /** Does `remove` for many documents, atomically. Returns the names without a document. */
  removeMany(
    collectionName: string,
    names: readonly DocumentName[],
  ): Effect.Effect<RemovedMany, DomainError | StoreError>;
  /**
   * Starts a new run in any state; the document becomes pending again. Searchable content stays until the run replaces
   * it. A running run is superseded, and its output is removed.
   */
  reprocess(collectionName: string, name: DocumentName): Effect.Effect<DocumentRecord, DomainError | StoreError>;
  /** Does the work of `remove` in a transaction. Returns false if the document no longer exists. */
  removeWithin(
    collection: CollectionRecord,
    documentId: string,
    within: Transaction,
  ): Effect.Effect<boolean, StoreError>;
  /** Does the work of `reprocess` in a transaction. Returns undefined if the document no longer exists. */
  restartWithin(
    collection: CollectionRecord,
    documentId: string,
    within: Transaction,
  ): Effect.Effect<DocumentRecord | undefined, StoreError>;
  /**
   * Does the work of `patch` in a transaction and after its commit. Fails with a `DomainError` before anything is
   * written.
   */
  patchWithin(
    collection: CollectionRecord,
    documentId: string,
    patch: SharedPatch,
    within: Transaction,
  ): Effect.Effect<void, DomainError | StoreError>;
  /** Returns the live chunks, in order; none if the document was never ready. They are read on demand. */
  chunks(
    collectionName: string,
    name: DocumentName,
    page: { readonly limit?: number | undefined; readonly offset?: number | undefined },
  ): Effect.Effect<ChunkListing, DomainError | StoreError | PassageIndexError>;
  /** Returns the original file, or a byte range of it. */
  file(collectionName: string, name: DocumentName): Effect.Effect<DocumentFile, DomainError | StoreError>;
}

/** The chunks of one generation of a document. */
export interface ChunkListing {
  /** Number of all chunks of the document. */
  readonly total: number;
  /** Number of chunks in the requested page. */
  readonly count: number;
  /** First chunks of the page. */
  readonly first: readonly Passage[];
  /**
   * Returns the next chunks, at least one, after `returned` were read and `last` was the last of them. Fails with
   * `conflict` if the generation was replaced meanwhile.
   */
  next(returned: number, last: Passage): Effect.Effect<readonly Passage[], DomainError | PassageIndexError>;
}

export interface RemovedMany {
  readonly removed: number;
  readonly missing: readonly { readonly id: string; readonly problem: string }[];
}

export interface DocumentFile {
  readonly document: DocumentRecord;
  read(range?: ByteRange): Effect.Effect<FileContent, FileStoreError>;
}

type DocumentServices = Effect.Success<typeof documentServices>;

const documentServices = Effect.gen(function* () {
  return {
    collections: yield* Collections,
    repository: yield* DocumentRepository,
    database: yield* Database,
    files: yield* FileStore,
    jobs: yield* JobQueue,
    passages: yield* PassageIndex,
    find: yield* makeFindDocument,
    findMany: yield* makeFindDocuments,
    findCollectionOf: yield* makeFindCollectionOf,
    removeOne: yield* makeRemoveDocument,
    restart: yield* makeRestartDocument,
    patching: yield* makePatchDocument,
  };
});

/** The documents of the collections. */
export class Documents extends Context.Service<Documents, DocumentsShape>()("@quarry/catalog/Documents") {
  static readonly layer = Layer.effect(
    Documents,
    Effect.map(documentServices, (services): DocumentsShape => {
      const { jobs, patching, removeOne, repository, restart } = services;
      return {
        list: (collectionName, request) =>
          Effect.flatMap(services.collections.get(collectionName), (collection) =>
            listDocuments(repository, collection, request),
          ),
        duplicates: (collectionName, request) =>
          Effect.flatMap(services.collections.get(collectionName), (collection) =>
            listDuplicates(repository, collection, request),
          ),
        get: (collectionName, name) => Effect.map(services.find(collectionName, name), ({ document }) => document),
        collectionOf: (documentId, limitedTo) =>
          Effect.map(services.findCollectionOf(documentId, limitedTo), ({ name }) => name),
        patch: Effect.fn("Documents.patch")(function* (collectionName, name, change) {
          return yield* patching.patch(yield* services.find(collectionName, name), name, change);
        }),
        waitReason: (document) =>
          Effect.map(jobs.find(ingestJob(document).id), (job) => (job?.isParked === true ? job.error! : undefined)),
        removeWithin: (collection, documentId, transaction) =>
          Effect.map(removeOne(collection, documentId, transaction), (removed) => removed !== undefined),
        restartWithin: (collection, documentId, transaction) => restart(collection, documentId, undefined, transaction),
        patchWithin: (collection, id, patch, transaction) =>
          Effect.asVoid(patching.patchWithin({ collection, document: { id } }, id, patch, transaction)),
        ...bindServices(services, { remove, getMany, removeMany, reprocess, chunks, file }),
      };
    }),
  );
}

const remove = Effect.fn("Documents.remove")(function* (
  { database, find, removeOne }: DocumentServices,
  collectionName: string,
  name: DocumentName,
  ifUpdatedAt?: string,
) {
  const { collection, document } = yield* find(collectionName, name);
  yield* refuseOutdated(document, ifUpdatedAt);
  const removed = yield* database.transaction((transaction) => removeOne(collection, document.id, transaction));
  if (removed === undefined) return yield* documentNotFound(name, collectionName);
});

const getMany = Effect.fnUntraced(function* (
  { collections, findMany }: DocumentServices,
  collectionName: string,
  names: readonly DocumentName[],
) {
  const found = yield* findMany(yield* collections.get(collectionName), names);
  const documents = names.map(found).filter((document) => document !== undefined);
  return [...new Map(documents.map((document) => [document.id, document])).values()];
});

const removeMany = Effect.fn("Documents.removeMany")(function* (
  { collections, database, findMany, removeOne }: DocumentServices,
  collectionName: string,
  names: readonly DocumentName[],
) {
  const collection = yield* collections.get(collectionName);
  const found = yield* findMany(collection, names);
  const ids = new Set(names.flatMap((name) => found(name)?.id ?? []));
  const removed = new Set(
    yield* database.transaction((transaction) =>
      Effect.filter(ids, (id) =>
        Effect.map(removeOne(collection, id, transaction), (document) => document !== undefined),
      ),
    ),
  );
  const missing = new Map(
    names.filter((name) => !removed.has(found(name)?.id ?? "")).map((name) => [JSON.stringify(name), name] as const),
  );
  return {
    removed: removed.size,
    missing: [...missing.values()].map((name) => ({
      id: typeof name === "string" ? name : name.externalId,
      problem: documentNotFound(name, collectionName).message,
    })),
  };
});

const reprocess = Effect.fn("Documents.reprocess")(function* (
  { database, find, restart }: DocumentServices,
  collectionName: string,
  name: DocumentName,
) {
  const { collection, document: found } = yield* find(collectionName, name);
  const document = yield* database.transaction((transaction) => restart(collection, found.id, undefined, transaction));
  return document ?? (yield* documentNotFound(name, collectionName));
});

const chunks = Effect.fnUntraced(function* (
  { find, passages }: DocumentServices,
  collectionName: string,
  name: DocumentName,
  { limit = ALL_CHUNKS, offset = 0 }: Parameters<DocumentsShape["chunks"]>[2],
): Effect.fn.Return<ChunkListing, DomainError | StoreError | PassageIndexError> {
  const { collection, document } = yield* find(collectionName, name);
  const { liveGeneration } = document;
  if (liveGeneration === null) return NO_CHUNKS;
  const read = (range: Omit<ChunkRange, "maxCharacters">) =>
    passages.listChunks(collection.id, document.id, liveGeneration, { ...range, maxCharacters: CHARACTERS_AT_ONCE });
  const listingOf = (total: number, first: readonly Passage[], next: NextChunks): ChunkListing => {
    const count = Math.min(limit, Math.max(0, total - offset));
    return {
      ...{ total, count, first },
      next: (returned, last) =>
        Effect.filterOrFail(
          next(last, count - returned),
          (more) => more.length > 0,
          () => chunksReplaced(document.id),
        ),
    };
  };
  const accessFilter = yield* callersAccessFilter;
  if (accessFilter !== undefined && document.fileType === GIVEN_CHUNKS_TYPE) {
    const within = yield* chunksWithin(read, accessFilter, offset);
    const count = Math.min(limit, Math.max(0, within.total - offset));
    const first = count === 0 ? [] : yield* within.after(within.start, count);
    return listingOf(within.total, first, ({ chunkIndex }, most) => within.after(chunkIndex, most));
  }
  const { passages: first, total } = yield* read({ limit, offset });
  // Chunks of a version that is being replaced still have that version's metadata, which is the same for all of them.
  if (accessFilter !== undefined && first.some(({ metadata }) => !accessFilter.matches(metadata))) return NO_CHUNKS;
  return listingOf(total, first, ({ chunkIndex }, most) =>
    Effect.map(read({ limit: most, after: chunkIndex }), ({ passages: more }) => more),
  );
});

type NextChunks = (last: Passage, most: number) => Effect.Effect<readonly Passage[], DomainError | PassageIndexError>;

const file = Effect.fnUntraced(function* (
  { files, find }: DocumentServices,
  collectionName: string,
  name: DocumentName,
) {
  const { collection, document } = yield* find(collectionName, name);
  // Uploaded chunks have metadata of their own, and the file contains all of them.
  if (document.fileType === GIVEN_CHUNKS_TYPE && (yield* callersAccessFilter) !== undefined) {
    return yield* givenChunksRefused;
  }
  return {
    document,
    read: (range?: ByteRange) => files.read(fileKeyOf(collection.id, document.fileId), range),
  };
});

const NO_CHUNKS: ChunkListing = { total: 0, count: 0, first: [], next: () => Effect.succeed([]) };

const givenChunksRefused = new DomainError({
  code: "permission_denied",
  message: "The file of a document that was given as chunks needs a key without a filter; its chunks are listed",
});
