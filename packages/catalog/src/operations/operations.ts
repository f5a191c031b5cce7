import { CurrentCaller, PassageIndex } from "@quarry/index";
import {
  conflict,
  describeValue,
  type DocumentStatus,
  type DomainError,
  invalidArgument,
  isUuid,
  type JsonObject,
  notFound,
  slicesOf,
} from "@quarry/plugin/domain";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionRecord,
  Database,
  DocumentRepository,
  type OperationListRequest,
  type OperationProblem,
  type OperationRecord,
  OperationRepository,
  type Page,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { CollectionIndex } from "../collection-index.ts";
import { Collections } from "../collections.ts";
import { documentFilter } from "../lists/document-filter.ts";
import { checkSharedPatch, type SharedPatch } from "../patch-document.ts";
import { refusing } from "../refusing.ts";
import { FilterScheduler } from "../schedulers.ts";
import { MAX_SYNCHRONOUS_ITEMS, makeBeginOperation, MAX_OPERATION_ITEMS } from "./begin-operation.ts";
import { makeDocumentWork, PATCH } from "./document-work.ts";
import { operationSubject } from "./operation-job.ts";
import { type DocumentOperationKind, withPause } from "./operation-work.ts";
import { truncationOf } from "./truncate.ts";
import type { WriteFailure } from "../vector-writes/write-services.ts";
import { bindServices } from "../bind-services.ts";

/** Documents to work on. */
export interface WorkRequest {
  readonly filters?: JsonObject | undefined;
  /** Whether to select all documents of the collection, instead of filters. */
  readonly all?: boolean | undefined;
  /** Whether to count only. */
  readonly dryRun?: boolean | undefined;
  /** Maximum number of documents, oldest first. */
  readonly limit?: number | undefined;
}

export interface WorkDone {
  /** Number of documents that match. */
  readonly matched: number;
  /** Undefined if nothing is done yet. */
  readonly done?: number | undefined;
  readonly problems: readonly OperationProblem[];
  /** Operation that does the work in the background, if there are many documents. */
  readonly operation?: OperationRecord | undefined;
}

/** Number of documents processed per transaction: some ten milliseconds, for which other writers wait. */
const IN_TRANSACTION = 20;

export interface OperationsShape {
  /**
   * Does the work on the documents that match now, or starts an operation for exactly these. Limited to documents that
   * the caller can access.
   */
  start(
    collectionName: string,
    kind: DocumentOperationKind,
    request: WorkRequest,
    parameters?: JsonObject,
  ): Effect.Effect<WorkDone, DomainError | StoreError>;
  /** Starts to delete all documents and clients' entries that the caller can access. */
  truncate(collectionName: string): Effect.Effect<OperationRecord, WriteFailure>;
  /** Starts to reprocess all ready or failed documents that the caller can access. */
  reembed(collectionName: string): Effect.Effect<OperationRecord, DomainError | StoreError>;
  /**
   * Fails with `not_found` for an unknown operation, and for one of a caller with a different access filter. The same
   * applies to all methods below.
   */
  get(id: string, collections?: ReadonlySet<string>): Effect.Effect<OperationRecord, DomainError | StoreError>;
  list(request: OperationListRequest): Effect.Effect<Page<OperationRecord>, StoreError>;
  /** Cancels an operation; items already processed stay so. Fails with `conflict` if it has ended. */
  cancel(id: string, collections?: ReadonlySet<string>): Effect.Effect<OperationRecord, DomainError | StoreError>;
}

type OperationServices = Effect.Success<typeof operationServices>;

const operationServices = Effect.gen(function* () {
  return {
    collections: yield* Collections,
    database: yield* Database,
    documents: yield* DocumentRepository,
    jobs: yield* JobQueue,
    operations: yield* OperationRepository,
    index: yield* CollectionIndex,
    passages: yield* PassageIndex,
    work: yield* makeDocumentWork,
    begin: yield* makeBeginOperation,
  };
});

/** Operations on many documents. */
export class Operations extends Context.Service<Operations, OperationsShape>()("@quarry/catalog/Operations") {
  static readonly layer = Layer.effect(
    Operations,
    Effect.map(operationServices, (services): OperationsShape => ({
      ...bindServices(services, { start, truncate, reembed, get, cancel }),
      list: services.operations.list,
    })),
  );
}

const runSynchronously = Effect.fnUntraced(
  function* (
    { work }: OperationServices,
    collection: CollectionRecord,
    kind: DocumentOperationKind,
    ids: readonly string[],
    parameters: JsonObject,
  ) {
    const scheduler = yield* FilterScheduler;
    let done = 0;
    const problems: OperationProblem[] = [];
    for (const batch of slicesOf(ids, IN_TRANSACTION)) {
      const step = yield* scheduler.run(withPause(work[kind](collection, batch, parameters, () => Effect.void)));
      done += step.done;
      problems.push(...step.problems);
    }
    return { done, problems };
  },
  Effect.catchTag("OperationStopped", Effect.die),
);

const start = Effect.fn("Operations.start")(function* (
  services: OperationServices,
  collectionName: string,
  kind: DocumentOperationKind,
  request: WorkRequest,
  parameters: JsonObject = {},
) {
  yield* checkRequest(request);
  const { collections, documents, begin } = services;
  const patch = parameters[PATCH];
  if (patch !== undefined) yield* refusing(() => checkSharedPatch(patch as SharedPatch));
  const collection = yield* collections.get(collectionName);
  const filter = yield* documentFilter(request.filters);
  const limit = request.dryRun === true ? 0 : (request.limit ?? MAX_OPERATION_ITEMS);
  const scheduler = yield* FilterScheduler;
  const { total: matched, ids } = yield* scheduler.admit(documents.idsMatching(collection.id, { filter }, limit));
  if (request.dryRun === true) return { matched, problems: [] };
  if (ids.length > MAX_SYNCHRONOUS_ITEMS) {
    const operation = yield* begin(collection, { kind, total: ids.length, items: ids, parameters });
    return { matched, problems: [], operation };
  }
  return { matched, ...(yield* runSynchronously(services, collection, kind, ids, parameters)) };
});

const truncate = Effect.fn("Operations.truncate")(function* (
  { collections, documents, index, passages, begin }: OperationServices,
  collectionName: string,
) {
  const collection = yield* collections.get(collectionName);
  const filter = yield* documentFilter(undefined);
  const { ids } = yield* (yield* FilterScheduler).admit(
    documents.idsMatching(collection.id, { filter }, MAX_OPERATION_ITEMS),
  );
  yield* index.ensurePassages(collection);
  const { count, last = -1 } = yield* passages.countDirect(collection.id, filter);
  return yield* begin(collection, truncationOf(ids, { filter, upTo: last }, count));
});

const reembed = Effect.fn("Operations.reembed")(function* (
  { collections, documents, begin }: OperationServices,
  collectionName: string,
) {
  const collection = yield* collections.get(collectionName);
  const filter = yield* documentFilter(undefined);
  const filterScheduler = yield* FilterScheduler;
  const idsIn = (status: DocumentStatus) =>
    filterScheduler.admit(documents.idsMatching(collection.id, { filter, status }, MAX_OPERATION_ITEMS));
  const settled = yield* Effect.forEach(["ready", "failed"] as const, idsIn);
  // A document can change from one status to the other between the queries.
  const items = [...new Set(settled.flatMap(({ ids }) => ids))];
  return yield* begin(collection, { kind: "reprocess_documents", total: items.length, items, parameters: {} });
});

const get = Effect.fnUntraced(function* ({ operations }: OperationServices, id: string, names?: ReadonlySet<string>) {
  const operation = isUuid(id) ? yield* operations.find(id) : undefined;
  const { accessFilter } = yield* CurrentCaller;
  const isVisible =
    operation !== undefined &&
    names?.has(operation.collectionName) !== false &&
    (accessFilter === undefined || operation.parameters["boundary"] === accessFilter.id);
  return isVisible ? operation : yield* operationNotFound(id);
});

const cancel = Effect.fn("Operations.cancel")(function* (
  services: OperationServices,
  id: string,
  names?: ReadonlySet<string>,
) {
  const { kind } = yield* get(services, id, names);
  const isOfEntries = kind === "delete_vectors" || kind === "truncate";
  const isEnded = yield* services.database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      if (!(yield* services.operations.end(id, "cancelled", undefined, transaction, isOfEntries))) return false;
      yield* services.jobs.cancelBySubject(operationSubject(id), transaction);
      return true;
    }),
  );
  const operation = yield* get(services, id, names);
  return isEnded ? operation : yield* alreadyEnded(operation);
});

/** An empty filter would select all documents. Callers must request that explicitly. */
const checkRequest = ({ filters, all }: WorkRequest): Effect.Effect<void, DomainError> => {
  if (filters !== undefined && all === true) {
    return Effect.fail(invalidArgument("all: must not be true where filters are given"));
  }
  if (all === true) return Effect.void;
  if (filters === undefined) {
    return Effect.fail(invalidArgument('filters: is required; for all documents set "all": true'));
  }
  if (Object.keys(filters).length === 0) {
    return Effect.fail(invalidArgument('filters: must not be empty; for all documents set "all": true instead'));
  }
  return Effect.void;
};

const operationNotFound = (id: string): DomainError => notFound(`operation ${describeValue(id)} does not exist`);

const alreadyEnded = ({ id, state }: OperationRecord): DomainError =>
  conflict(`operation ${describeValue(id)} has already ended: it is ${state}`);
