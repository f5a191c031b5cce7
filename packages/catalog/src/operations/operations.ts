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
import { DONE_AT_ONCE, makeBeginOperation, MOST_ITEMS } from "./begin-operation.ts";
import { makeDocumentWork, PATCH } from "./document-work.ts";
import { operationSubject } from "./operation-job.ts";
import { type DocumentOperationKind, withRest } from "./operation-work.ts";
import { truncationOf } from "./truncate.ts";
import type { WriteFailure } from "../vector-writes/write-services.ts";
import { bindServices } from "../bind-services.ts";

/** On which documents to work. */
export interface WorkRequest {
  readonly filters?: JsonObject | undefined;
  /** All of the collection, in the place of filters. */
  readonly all?: boolean | undefined;
  /** Only counts. */
  readonly dryRun?: boolean | undefined;
  /** Most documents, those that came first. */
  readonly limit?: number | undefined;
}

export interface WorkDone {
  /** Number of documents that match. */
  readonly matched: number;
  /** Undefined where nothing is done yet. */
  readonly done?: number | undefined;
  readonly problems: readonly OperationProblem[];
  /** Operation that does the work in the background, where there are many documents. */
  readonly operation?: OperationRecord | undefined;
}

/** Documents worked on in one transaction: some ten milliseconds, for which other writers wait. */
const IN_TRANSACTION = 20;

export interface OperationsShape {
  /** Does it to the documents that match now, or begins to: exactly to these, as far as the caller may touch them. */
  start(
    collectionName: string,
    kind: DocumentOperationKind,
    request: WorkRequest,
    parameters?: JsonObject,
  ): Effect.Effect<WorkDone, DomainError | StoreError>;
  /** Begins to delete all documents and all entries of clients, as far as the caller may touch them. */
  truncate(collectionName: string): Effect.Effect<OperationRecord, WriteFailure>;
  /** Begins to process again all documents that are ready or failed, as far as the caller may touch them. */
  reembed(collectionName: string): Effect.Effect<OperationRecord, DomainError | StoreError>;
  /** `not_found` for an unknown one, and for one of a caller with other bounds; so it is for all below. */
  get(id: string, collections?: ReadonlySet<string>): Effect.Effect<OperationRecord, DomainError | StoreError>;
  list(request: OperationListRequest): Effect.Effect<Page<OperationRecord>, StoreError>;
  /** Cancels an operation; items already processed stay so. Fails with `conflict` when it has ended. */
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

/** Work on many documents. */
export class Operations extends Context.Service<Operations, OperationsShape>()("@quarry/catalog/Operations") {
  static readonly layer = Layer.effect(
    Operations,
    Effect.map(operationServices, (services): OperationsShape => ({
      ...bindServices(services, { start, truncate, reembed, get, cancel }),
      list: services.operations.list,
    })),
  );
}

const doNow = Effect.fnUntraced(
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
    for (const some of slicesOf(ids, IN_TRANSACTION)) {
      const step = yield* scheduler.run(withRest(work[kind](collection, some, parameters, () => Effect.void)));
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
  const most = request.dryRun === true ? 0 : (request.limit ?? MOST_ITEMS);
  const scheduler = yield* FilterScheduler;
  const { total: matched, ids } = yield* scheduler.admit(documents.idsMatching(collection.id, { filter }, most));
  if (request.dryRun === true) return { matched, problems: [] };
  if (ids.length > DONE_AT_ONCE) {
    const operation = yield* begin(collection, { kind, total: ids.length, items: ids, parameters });
    return { matched, problems: [], operation };
  }
  return { matched, ...(yield* doNow(services, collection, kind, ids, parameters)) };
});

const truncate = Effect.fn("Operations.truncate")(function* (
  { collections, documents, index, passages, begin }: OperationServices,
  collectionName: string,
) {
  const collection = yield* collections.get(collectionName);
  const filter = yield* documentFilter(undefined);
  const { ids } = yield* (yield* FilterScheduler).admit(documents.idsMatching(collection.id, { filter }, MOST_ITEMS));
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
    filterScheduler.admit(documents.idsMatching(collection.id, { filter, status }, MOST_ITEMS));
  const settled = yield* Effect.forEach(["ready", "failed"] as const, idsIn);
  // One may have become the other in between.
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

/** A filter that says nothing would be all documents, which nobody means by mistake. */
const checkRequest = ({ filters, all }: WorkRequest): Effect.Effect<void, DomainError> => {
  if (filters !== undefined && all === true) {
    return Effect.fail(invalidArgument("all: must not be true where filters are given"));
  }
  if (all === true) return Effect.void;
  if (filters === undefined) {
    return Effect.fail(invalidArgument('filters: must be given; for all documents say "all": true'));
  }
  if (Object.keys(filters).length === 0) {
    return Effect.fail(invalidArgument('filters: must not be empty; for all documents say "all": true in its place'));
  }
  return Effect.void;
};

const operationNotFound = (id: string): DomainError => notFound(`operation ${describeValue(id)} does not exist`);

const alreadyEnded = ({ id, state }: OperationRecord): DomainError =>
  conflict(`operation ${describeValue(id)} has ended already: it is ${state}`);
