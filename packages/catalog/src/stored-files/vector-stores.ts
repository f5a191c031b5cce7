import { conflict, type DomainError, isUuid, type JsonObject, newId, newTimeId, notFound } from "@quarry/plugin/domain";
import { JobQueue } from "@quarry/jobs";
import {
  COLLECTIONS_LIST,
  type CollectionRecord,
  Database,
  type DocumentChunking,
  type DocumentRecord,
  DocumentRepository,
  type DocumentSort,
  type FileBatchRecord,
  type FileCounts,
  IndexChangeRepository,
  isFileId,
  type ListPosition,
  type SortedPosition,
  type StoredFileRecord,
  StoredFileRepository,
  type StoreError,
  type Transaction,
  VectorStoreRepository,
  type VectorStorePatch,
  type VectorStoreRecord,
} from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { callersAccessFilter } from "../access-filter/within-access-filter.ts";
import { CollectionIndex } from "../collection-index.ts";
import { isSeen } from "../find-document.ts";
import { makeRestartDocument } from "../restart-document.ts";
import { FilterScheduler } from "../schedulers.ts";
import { makeAdmitFile } from "../uploads/admission.ts";
import { type FileCaller, maySee, ownerOf } from "./file-caller.ts";
import { bindServices } from "../bind-services.ts";

/** One file to make a document from. */
export interface FileToAttach {
  readonly fileId: string;
  /** Undefined: a new document has none, an existing one keeps its own. */
  readonly metadata?: JsonObject | undefined;
  /** Null: the collection's. */
  readonly chunking: DocumentChunking | null;
}

/** Processing status of a file's document. */
export type FileStatus = "in_progress" | "completed" | "failed" | "cancelled";

export interface FileListRequest {
  readonly status?: FileStatus | undefined;
  readonly isDescending: boolean;
  readonly after?: ListPosition | undefined;
  readonly limit: number;
}

export interface VectorStoresShape {
  /**
   * Fails with `not_found` if the store doesn't exist or belongs to another owner. The same applies to all methods
   * below.
   */
  get(caller: FileCaller, collectionId: string): Effect.Effect<VectorStoreRecord, DomainError | StoreError>;
  list(
    caller: FileCaller,
    request: Omit<FileListRequest, "status">,
  ): Effect.Effect<readonly VectorStoreRecord[], StoreError>;
  /** Returns the position of a store in that list, also of one removed within the last day. */
  positionOf(collectionId: string): Effect.Effect<ListPosition | undefined, StoreError>;
  change(collectionId: string, patch: VectorStorePatch): Effect.Effect<void, StoreError>;
  /** Counts files by status, among those that the caller can see. */
  counts(store: VectorStoreRecord): Effect.Effect<FileCounts, DomainError | StoreError>;
  /** Records that the store is in use. Fails with `conflict` if it has expired. */
  use(store: VectorStoreRecord): Effect.Effect<void, DomainError | StoreError>;
  /** Makes documents from files, in batches; updates an existing document of the same file to match the request. */
  attach(
    caller: FileCaller,
    collection: CollectionRecord,
    files: readonly FileToAttach[],
    batchId?: string,
  ): Effect.Effect<readonly DocumentRecord[], DomainError | StoreError>;
  /** Finds a document by the id of its file, or by its own id if it was made otherwise. */
  findFile(collection: CollectionRecord, fileId: string): Effect.Effect<DocumentRecord, DomainError | StoreError>;
  files(
    collection: CollectionRecord,
    request: FileListRequest,
  ): Effect.Effect<readonly DocumentRecord[], DomainError | StoreError>;
  positionOfFile(collection: CollectionRecord, fileId: string): Effect.Effect<ListPosition | undefined, StoreError>;
  /** Records the list position of a document that is about to be removed. */
  noteRemoved(document: DocumentRecord): Effect.Effect<void, StoreError>;
  /** Attaches files as a batch. Fails with `not_found` if a file is missing; then nothing is attached. */
  createBatch(
    caller: FileCaller,
    collection: CollectionRecord,
    files: readonly FileToAttach[],
  ): Effect.Effect<FileBatchRecord, DomainError | StoreError>;
  getBatch(
    caller: FileCaller,
    collection: CollectionRecord,
    batchId: string,
  ): Effect.Effect<FileBatchRecord, DomainError | StoreError>;
  countBatch(batchId: string): Effect.Effect<FileCounts, StoreError>;
  batchFiles(batchId: string, request: FileListRequest): Effect.Effect<readonly DocumentRecord[], StoreError>;
  /** Cancels the files whose processing has not begun. */
  cancelBatch(batchId: string): Effect.Effect<void, DomainError | StoreError>;
}

/** Number of documents made per transaction: some ten milliseconds, during which other writers wait. */
const FILES_AT_ONCE = 16;

/** Number of documents scanned at a time for those whose run was cancelled, or was not. */
const SCAN_BATCH = 200;

/** Minimum interval between records of a store's use. */
const ACTIVITY_MS = 60_000;

const DAY_MS = 86_400_000;

export const CANCELLED = "cancelled: the batch was cancelled before this file was processed";

/** Returns when a store expires if it is not used, in epoch milliseconds; undefined for never. */
export const storeExpiry = ({ lastActiveAt, expiresAfterDays }: VectorStoreRecord): number | undefined =>
  expiresAfterDays === null ? undefined : Date.parse(lastActiveAt) + expiresAfterDays * DAY_MS;

export const isExpiredStore = (store: VectorStoreRecord): boolean => (storeExpiry(store) ?? Infinity) <= Date.now();

export const fileStatusOf = ({ status, failedBy, batchId }: DocumentRecord): FileStatus => {
  if (status === "ready") return "completed";
  if (status !== "failed") return "in_progress";
  return failedBy === null && batchId !== null ? "cancelled" : "failed";
};

/** Returns the file id of a document: that of the file it was made from, or its own id. */
export const fileIdOf = ({ id, externalId }: Pick<DocumentRecord, "id" | "externalId">): string =>
  externalId !== null && isFileId(externalId) ? externalId : `file-${id}`;

const positionOf = ({ createdAt, id }: ListPosition): ListPosition => ({ createdAt, id });

type VectorStoreServices = Effect.Success<typeof vectorStoreServices>;

const vectorStoreServices = Effect.gen(function* () {
  return {
    repository: yield* VectorStoreRepository,
    documents: yield* DocumentRepository,
    storedFiles: yield* StoredFileRepository,
    changes: yield* IndexChangeRepository,
    database: yield* Database,
    jobs: yield* JobQueue,
    index: yield* CollectionIndex,
    admit: yield* makeAdmitFile,
    restart: yield* makeRestartDocument,
    /** Time of the last recorded use by store id, in epoch milliseconds. */
    noted: new Map<string, number>(),
  };
});

/** Collections presented as vector stores, whose files are documents. */
export class VectorStores extends Context.Service<VectorStores, VectorStoresShape>()("@quarry/catalog/VectorStores") {
  static readonly layer = Layer.effect(
    VectorStores,
    Effect.map(vectorStoreServices, (services): VectorStoresShape => {
      const { repository } = services;
      return {
        list: ({ collections }, request) =>
          repository.list({ ...request, names: collections === undefined ? undefined : [...collections] }),
        positionOf: (collectionId) => findPosition(services, collectionId),
        positionOfFile: (collection, fileId) => findPositionOfFile(services, collection, fileId),
        change: repository.change,
        ...bindServices(services, { get, counts, use, attach, findFile, files, createBatch, getBatch, cancelBatch }),
        noteRemoved: (document) =>
          document.externalId !== null && isFileId(document.externalId)
            ? Effect.void
            : repository.noteRemoved(document.collectionId, fileIdOf(document), positionOf(document)),
        countBatch: repository.countBatch,
        batchFiles: (batchId, { status, ...request }) =>
          repository.listBatch(batchId, { ...request, ...(status !== undefined && BATCH_STATUSES[status]) }),
      };
    }),
  );
}

const touch = Effect.fnUntraced(function* ({ repository, noted }: VectorStoreServices, collectionId: string) {
  const time = Date.now();
  if (time - (noted.get(collectionId) ?? 0) < ACTIVITY_MS) return;
  // Bounds the map, which would otherwise keep stores that are no longer used.
  if (noted.size >= 10_000) noted.clear();
  noted.set(collectionId, time);
  yield* repository.change(collectionId, { lastActiveAt: new Date(time).toISOString() });
});

const get = Effect.fnUntraced(function* (
  { repository }: VectorStoreServices,
  { collections }: FileCaller,
  collectionId: string,
) {
  const store = isUuid(collectionId) ? yield* repository.find(collectionId) : undefined;
  if (store !== undefined && collections?.has(store.collection.name) !== false) return store;
  return yield* notFound(`No vector store found with id 'vs_${collectionId}'.`);
});

const counts = Effect.fnUntraced(function* (
  { repository, documents }: VectorStoreServices,
  { collection: { id }, counts: all }: VectorStoreRecord,
) {
  const accessFilter = yield* callersAccessFilter;
  if (accessFilter === undefined) {
    const cancelled = all.failed === 0 ? 0 : yield* repository.countCancelled(id);
    return { ...all, failed: all.failed - cancelled, cancelled };
  }
  const scheduler = yield* FilterScheduler;
  const count = (status: "pending" | "processing" | "ready" | "failed") =>
    Effect.map(
      scheduler.admit(documents.idsMatching(id, { filter: accessFilter.filter, status }, 0)),
      ({ total }) => total,
    );
  const [pending, processing] = yield* Effect.all([count("pending"), count("processing")]);
  const [ready, failed] = yield* Effect.all([count("ready"), count("failed")]);
  return { pending, processing, ready, failed, cancelled: 0 };
});

const pinned = Effect.fnUntraced(function* (
  caller: FileCaller,
  files: readonly FileToAttach[],
  read: (ids: readonly string[]) => Effect.Effect<readonly StoredFileRecord[], StoreError>,
) {
  const found = yield* read(files.map(({ fileId }) => fileId));
  const seen = new Map(found.filter((file) => maySee(caller, file)).map((file) => [file.id, file]));
  const missing = files.find(({ fileId }) => !seen.has(fileId));
  if (missing !== undefined) return yield* notFound(`No such File object: file-${missing.fileId}`);
  return seen;
});

const attachSlice = (
  services: VectorStoreServices,
  caller: FileCaller,
  collection: CollectionRecord,
  files: readonly FileToAttach[],
  batchId: string | undefined,
) =>
  services.database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      // The lock order is the same everywhere: a file is not removed while documents are made from it.
      const seen = yield* pinned(caller, files, (ids) => services.storedFiles.pin(ids, transaction));
      if ((yield* services.changes.lockCollection(collection.id, transaction)) === undefined) {
        return yield* notFound(`No vector store found with id 'vs_${collection.id}'.`);
      }
      return yield* Effect.forEach(
        files,
        Effect.fnUntraced(function* ({ fileId, metadata, chunking }) {
          const file = seen.get(fileId)!;
          const { filename, fileType, size, contentHash: sha256, blobId, expiresAt } = file;
          const staged = { documentId: newId(), filename, fileType, size, sha256, blobId };
          const admission = { metadata, onConflict: "replace" as const, expiresAt: expiresAt ?? undefined };
          const options = { externalId: `file-${fileId}` };
          const admitted = yield* services.admit(collection, staged, options, admission, transaction);
          const before = admitted.document.chunking;
          const document = { ...admitted.document, chunking };
          yield* services.repository.noteAttached(document.id, { batchId, chunking }, transaction);
          const needsRechunking =
            (admitted.outcome === "unchanged" || admitted.outcome === "updated") &&
            (before?.size !== chunking?.size || before?.overlap !== chunking?.overlap);
          if (!needsRechunking) return document;
          const restarted = yield* services.restart(collection, document.id, undefined, transaction);
          return restarted!;
        }),
      );
    }),
  );

const attach = Effect.fn("VectorStores.attach")(function* (
  services: VectorStoreServices,
  caller: FileCaller,
  collection: CollectionRecord,
  files: readonly FileToAttach[],
  batchId?: string,
) {
  yield* services.index.refuseDamaged(collection);
  const attached: DocumentRecord[] = [];
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    const slice = files.slice(start, start + FILES_AT_ONCE);
    attached.push(...(yield* attachSlice(services, caller, collection, slice, batchId)));
    // Yields to other work.
    yield* Effect.sleep(0);
  }
  return attached;
});

const findNamed = Effect.fnUntraced(function* (
  { documents }: VectorStoreServices,
  collection: CollectionRecord,
  fileId: string,
) {
  const id = fileId.slice("file-".length);
  const named = isFileId(fileId) ? yield* documents.findByExternalId(collection.id, fileId) : undefined;
  return named ?? (isUuid(id) ? yield* documents.find(collection.id, id) : undefined);
});

const findFile = Effect.fnUntraced(function* (
  services: VectorStoreServices,
  collection: CollectionRecord,
  fileId: string,
) {
  const document = yield* findNamed(services, collection, fileId);
  if (document !== undefined && fileIdOf(document) === fileId && (yield* isSeen(document))) return document;
  return yield* notFound(`No file found with id '${fileId}' in vector store 'vs_${collection.id}'.`);
});

const sorted = Effect.fnUntraced(function* (
  { documents }: VectorStoreServices,
  { id }: CollectionRecord,
  status: DocumentRecord["status"] | undefined,
  { isDescending, after, limit }: FileListRequest,
) {
  const sort: DocumentSort = { key: "created_at", isDescending };
  const position: SortedPosition | undefined = after && { value: after.createdAt, id: after.id };
  const filter = (yield* callersAccessFilter)?.filter;
  const requested = { sort, limit, offset: 0, after: position, filter, status };
  return yield* (yield* FilterScheduler).admit(documents.listSorted(id, requested));
});

/** Returns failed documents: those whose run was cancelled, or the others. */
const failed = Effect.fnUntraced(function* (
  services: VectorStoreServices,
  collection: CollectionRecord,
  status: FileStatus,
  request: FileListRequest,
) {
  const found: DocumentRecord[] = [];
  for (let { after } = request; ;) {
    const page = yield* sorted(services, collection, "failed", { ...request, after, limit: SCAN_BATCH });
    found.push(...page.items.filter((document) => fileStatusOf(document) === status));
    if (page.next === undefined || found.length >= request.limit) return found.slice(0, request.limit);
    after = { createdAt: String(page.next.value), id: page.next.id };
  }
});

const files = Effect.fnUntraced(function* (
  services: VectorStoreServices,
  collection: CollectionRecord,
  request: FileListRequest,
) {
  const { status, limit } = request;
  if (status === undefined) return (yield* sorted(services, collection, undefined, request)).items;
  if (status === "completed") return (yield* sorted(services, collection, "ready", request)).items;
  if (status === "in_progress") {
    const pending = yield* sorted(services, collection, "pending", request);
    const processing = yield* sorted(services, collection, "processing", request);
    return [...pending.items, ...processing.items].sort(byCreation(request.isDescending)).slice(0, limit);
  }
  if (status === "cancelled" && (yield* services.repository.countCancelled(collection.id)) === 0) return [];
  return yield* failed(services, collection, status, request);
});

const getBatch = Effect.fnUntraced(function* (
  { repository }: VectorStoreServices,
  caller: FileCaller,
  { id }: CollectionRecord,
  batchId: string,
) {
  const batch = isUuid(batchId) ? yield* repository.findBatch(batchId) : undefined;
  // The access filter of the batch's creator determined its content.
  const isVisible = caller.accessFilter === undefined || (batch !== undefined && maySee(caller, batch));
  if (batch?.collectionId !== id || !isVisible) {
    return yield* notFound(`No file batch found with id 'vsfb_${batchId}' in vector store 'vs_${id}'.`);
  }
  return batch;
});

const cancelSlice = ({ documents, database, jobs }: VectorStoreServices, page: readonly DocumentRecord[]) =>
  database.transaction((transaction) =>
    Effect.forEach(
      page,
      Effect.fnUntraced(function* ({ id, generation }) {
        const now = yield* documents.findById(id, transaction);
        if (now?.status !== "pending" || now.generation !== generation) return;
        yield* jobs.cancelBySubject(id, transaction);
        yield* documents.finishFailed(id, generation, { message: CANCELLED, by: null }, transaction);
      }),
      { discard: true },
    ),
  );

const findPosition = Effect.fnUntraced(function* ({ repository }: VectorStoreServices, collectionId: string) {
  const store = isUuid(collectionId) ? yield* repository.find(collectionId) : undefined;
  return store === undefined
    ? yield* repository.removedPosition(COLLECTIONS_LIST, collectionId)
    : positionOf(store.collection);
});

const use = Effect.fnUntraced(function* (services: VectorStoreServices, store: VectorStoreRecord) {
  if (isExpiredStore(store)) {
    return yield* conflict(
      `The vector store 'vs_${store.collection.id}' has expired: nobody used it for ${store.expiresAfterDays} days. Set expires_after to use it again.`,
    );
  }
  yield* touch(services, store.collection.id);
});

const findPositionOfFile = Effect.fnUntraced(function* (
  services: VectorStoreServices,
  collection: CollectionRecord,
  fileId: string,
) {
  const document = yield* findNamed(services, collection, fileId);
  return document === undefined
    ? yield* services.repository.removedPosition(collection.id, fileId)
    : positionOf(document);
});

const createBatch = Effect.fnUntraced(function* (
  services: VectorStoreServices,
  caller: FileCaller,
  collection: CollectionRecord,
  files: readonly FileToAttach[],
) {
  for (let start = 0; start < files.length; start += SCAN_BATCH) {
    yield* pinned(caller, files.slice(start, start + SCAN_BATCH), services.storedFiles.findMany);
  }
  const batch: FileBatchRecord = {
    ...{ id: newTimeId(), collectionId: collection.id, owner: ownerOf(caller) },
    createdAt: new Date().toISOString(),
    cancelledAt: null,
  };
  yield* services.repository.insertBatch(batch);
  yield* attach(services, caller, collection, files, batch.id);
  return batch;
});

const cancelBatch = Effect.fnUntraced(function* (services: VectorStoreServices, batchId: string) {
  yield* services.repository.cancelBatch(batchId);
  for (let after: ListPosition | undefined; ;) {
    const requested = { isDescending: false, after, limit: FILES_AT_ONCE, statuses: ["pending"] as const };
    const page = yield* services.repository.listBatch(batchId, requested);
    if (page.length === 0) return;
    yield* cancelSlice(services, page);
    after = positionOf(page.at(-1)!);
  }
});

const BATCH_STATUSES = {
  in_progress: { statuses: ["pending", "processing"] },
  completed: { statuses: ["ready"] },
  failed: { statuses: ["failed"], isCancelled: false },
  cancelled: { statuses: ["failed"], isCancelled: true },
} as const;

const byCreation = (isDescending: boolean) => (a: DocumentRecord, b: DocumentRecord) => {
  const ascending = a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id);
  return ascending === isDescending ? 1 : -1;
};
