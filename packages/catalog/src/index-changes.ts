import { PassageIndex, type PassageIndexError } from "@quarry/index";
import {
  conflict,
  describeValue,
  type DomainError,
  invalidArgument,
  isUuid,
  newId,
  notFound,
} from "@quarry/plugin/domain";
import { Plugins } from "@quarry/host";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionRecord,
  Database,
  type IndexChangeRecord,
  IndexChangeRepository,
  type IndexDefinition,
  OPEN_CHANGE_STATES,
  type Page,
  type PageRequest,
  SecretBox,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Context, Effect, Layer, Redacted } from "effect";
import { refusing } from "./refusing.ts";
import { collectionNotFound, Collections } from "./collections.ts";
import { indexChangeJob, indexChangeSubject } from "./index-change-job.ts";
import { type ChangeRequest, planIndexChange } from "./index-change-plan.ts";
import { hasSameVectors, indexDefinitionOf, isOpen } from "./vector-writes/vector-targets.ts";
import { Purge } from "./purge.ts";
import { countTextless } from "./textless-vectors.ts";
import { bindServices } from "./bind-services.ts";

export type ChangeFailure = DomainError | StoreError | PassageIndexError;

export interface IndexChangesShape {
  /**
   * Starts a change, which runs as a durable job. Fails with `invalid_argument` that names an invalid setting, and with
   * `conflict` if another change of the collection is running.
   */
  start(
    collectionName: string,
    request: ChangeRequest,
    within?: Transaction,
  ): Effect.Effect<IndexChangeRecord, ChangeFailure>;
  /**
   * Starts a rollback, which runs like any other change: it first copies writes since the switch to the previous index,
   * so nothing is lost. Fails with `conflict` if the previous index no longer exists.
   */
  rollBack(
    collectionName: string,
    changeId: string,
    within?: Transaction,
  ): Effect.Effect<IndexChangeRecord, ChangeFailure>;
  /** Lists changes, newest first. */
  list(collectionName: string, request: PageRequest): Effect.Effect<Page<IndexChangeRecord>, DomainError | StoreError>;
  /** Fails with `not_found` if the collection or change is unknown. The same applies to the other methods. */
  get(collectionName: string, changeId: string): Effect.Effect<IndexChangeRecord, DomainError | StoreError>;
  /** Cancels a change without effect on the collection. Fails with `conflict` if it has switched or ended. */
  cancel(collectionName: string, changeId: string): Effect.Effect<IndexChangeRecord, DomainError | StoreError>;
}

type ChangeServices = Effect.Success<typeof changeServices>;

const changeServices = Effect.gen(function* () {
  const repository = yield* IndexChangeRepository;
  const purge = yield* Purge;
  return {
    collections: yield* Collections,
    database: yield* Database,
    repository,
    jobs: yield* JobQueue,
    passages: yield* PassageIndex,
    plugins: yield* Plugins,
    purge,
    secrets: yield* SecretBox,
    endChange: makeEndChange(repository, purge),
  };
});

/** Changes of a collection's embedding model or vector store while it stays available. */
export class IndexChanges extends Context.Service<IndexChanges, IndexChangesShape>()("@quarry/catalog/IndexChanges") {
  static readonly layer = Layer.effect(
    IndexChanges,
    Effect.map(changeServices, (services): IndexChangesShape => ({
      ...bindServices(services, { start, rollBack, cancel }),
      list: (collectionName, request) =>
        Effect.flatMap(services.collections.get(collectionName), ({ id }) => services.repository.list(id, request)),
      get: (collectionName, changeId) => Effect.map(find(services, collectionName, changeId), ({ change }) => change),
    })),
  );
}

const find = Effect.fnUntraced(function* (
  { collections, repository }: ChangeServices,
  collectionName: string,
  changeId: string,
) {
  const collection = yield* collections.get(collectionName);
  const change = isUuid(changeId) ? yield* repository.find(changeId) : undefined;
  if (change?.collectionId !== collection.id) return yield* changeNotFound(changeId, collectionName);
  return { collection, change };
});

const refuseTextless = Effect.fnUntraced(function* (
  { passages }: ChangeServices,
  collection: CollectionRecord,
  to: IndexDefinition,
) {
  if (hasSameVectors(to, collection)) return;
  const { count, isAll } = yield* countTextless(passages, collection.id);
  if (count > 0) return yield* textlessVectors(count, isAll, to);
});

/**
 * Records the change and its job. Drops the index retained by a previous change, since no rollback can reach it any
 * more.
 */
const begin = Effect.fnUntraced(function* (
  { repository, jobs, purge }: ChangeServices,
  collection: CollectionRecord,
  newChange: Pick<IndexChangeRecord, "kind" | "to" | "rollbackOf"> & { readonly toNumber: number | undefined },
  transaction: Transaction,
) {
  const locked = yield* repository.lockCollection(collection.id, transaction);
  if (locked === undefined) return yield* collectionNotFound(collection.name);
  const current = yield* repository.current(collection.id, transaction);
  const open = current.find(isOpen);
  if (open !== undefined) return yield* changeUnderWay(open);
  if (locked.indexNumber !== collection.indexNumber) return yield* changedMeanwhile;
  for (const previous of current.filter(({ id }) => id !== newChange.rollbackOf)) {
    yield* repository.step(previous.id, { from: ["switched"], to: "done" }, transaction);
    yield* purge.index(locked, previous.from, previous.fromNumber, transaction);
  }
  const change = yield* repository.insert(
    {
      id: newId(),
      collectionId: locked.id,
      kind: newChange.kind,
      from: indexDefinitionOf(locked),
      to: newChange.to,
      fromNumber: locked.indexNumber,
      toNumber: newChange.toNumber ?? (yield* repository.nextIndexNumber(locked, transaction)),
      rollbackOf: newChange.rollbackOf,
    },
    transaction,
  );
  yield* jobs.enqueue(indexChangeJob(change), transaction);
  return change;
});

const start = Effect.fn("IndexChanges.start")(function* (
  services: ChangeServices,
  collectionName: string,
  request: ChangeRequest,
  within?: Transaction,
) {
  const collection = yield* services.collections.get(collectionName);
  const plan = yield* refusing(() => planIndexChange(collection, request, services.plugins));
  const to = {
    vectorStore: plan.vectorStore,
    embeddingProvider: plan.provider,
    embeddingModel: plan.model,
    dimension: plan.dimension,
    embeddingApiKey: plan.keepsKey ? collection.embeddingApiKey : seal(services, request, collection),
  };
  if (plan.kind !== "repair") yield* refuseTextless(services, collection, to);
  const newChange = { kind: plan.kind, to, rollbackOf: null, toNumber: undefined };
  return yield* services.database.transaction(
    (transaction) => begin(services, collection, newChange, transaction),
    within,
  );
});

const seal = (
  { secrets }: ChangeServices,
  { embeddingApiKey: key }: ChangeRequest,
  { id }: CollectionRecord,
): string | null =>
  key === undefined || Redacted.value(key) === ""
    ? null
    : secrets.seal(key, { collectionId: id, field: "embedding_api_key" });

const rollBack = Effect.fn("IndexChanges.rollBack")(function* (
  services: ChangeServices,
  collectionName: string,
  changeId: string,
  within?: Transaction,
) {
  const { collection, change } = yield* find(services, collectionName, changeId);
  if (change.state !== "switched") return yield* cannotRollBack(change);
  yield* refuseTextless(services, collection, change.from);
  const newChange = {
    kind: change.kind,
    to: change.from,
    rollbackOf: change.id,
    toNumber: change.fromNumber,
  };
  return yield* services.database.transaction(
    (transaction) => begin(services, collection, newChange, transaction),
    within,
  );
});

const cancel = Effect.fn("IndexChanges.cancel")(function* (
  services: ChangeServices,
  collectionName: string,
  changeId: string,
) {
  const { collection, change } = yield* find(services, collectionName, changeId);
  yield* services.database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      if ((yield* services.repository.find(change.id, transaction))?.state === "restoring")
        return yield* stillRestoring;
      const ended = yield* services.endChange(change, { state: "cancelled" }, transaction);
      if (!ended) return yield* tooLate((yield* services.repository.find(change.id, transaction)) ?? change);
      yield* services.jobs.cancelBySubject(indexChangeSubject(collection.id), transaction);
    }),
  );
  return (yield* find(services, collectionName, changeId)).change;
});

/** Ends an open change. Drops the index that it was building, unless that is the target of a rollback. */
export const makeEndChange =
  (repository: Pick<IndexChangeRepository["Service"], "step">, purge: Pick<Purge["Service"], "index">) =>
  (
    change: IndexChangeRecord,
    ending: { readonly state: "cancelled" | "failed"; readonly error?: string },
    transaction: Transaction,
  ): Effect.Effect<boolean, StoreError> =>
    Effect.gen(function* () {
      const { state, ...error } = ending;
      const ended = yield* repository.step(change.id, { from: OPEN_CHANGE_STATES, to: state, ...error }, transaction);
      if (ended && change.rollbackOf === null) {
        yield* purge.index({ id: change.collectionId }, change.to, change.toNumber, transaction);
      }
      return ended;
    });

const changeNotFound = (changeId: string, collectionName: string): DomainError =>
  notFound(`change ${describeValue(changeId)} does not exist in collection ${describeValue(collectionName)}`);

const changeUnderWay = ({ id, state }: IndexChangeRecord): DomainError =>
  conflict(`the collection's index is already being changed: change ${id} is ${state}; wait for it or cancel it`);

const changedMeanwhile = conflict("the collection's index was changed concurrently; check its changes and try again");

const tooLate = ({ state }: IndexChangeRecord): DomainError =>
  conflict(
    state === "switched"
      ? "the change has already switched; it can be rolled back"
      : `the change has already ended: it is ${state}`,
  );

/** A cancelled repair would leave a collection that answers as if its missing passages had never existed. */
const stillRestoring = conflict(
  "the repair is rebuilding the collection's passages: it can be cancelled when all are restored",
);

const cannotRollBack = ({ state }: IndexChangeRecord): DomainError =>
  conflict(
    state === "done"
      ? "the previous index no longer exists; change the collection back with a new change"
      : `only a change that has switched can be rolled back; this one is ${state}`,
  );

const textlessVectors = (count: number, isAll: boolean, to: IndexDefinition): DomainError =>
  invalidArgument(
    `embedding_model: ${isAll ? "" : "at least "}${count} of the vectors that clients wrote to the collection have no text that ${to.embeddingModel} could embed; delete them or write them again with a text`,
  );
