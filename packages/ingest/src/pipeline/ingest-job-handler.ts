import {
  CollectionIndex,
  type IndexChanges,
  type IngestRun,
  ingestRunOf,
  placesOf,
  Purge,
  removeGeneration,
  type Storage,
  type VectorPlace,
} from "@quarry/catalog";
import { Embeddings, type ProviderAway } from "@quarry/embedding";
import { failed as failedProgress, inProgress, ProgressHub, readyStep, stepAt, WebhookOutbox } from "@quarry/events";
import { done, failed, type Job, type JobHandler, type JobHold, type JobResult, retry } from "@quarry/jobs";
import { Plugins } from "@quarry/host";
import type { PluginError } from "@quarry/plugin";
import { type PassageIndexError, passageIndexErrorToDomain } from "@quarry/search";
import {
  type CollectionRecord,
  CollectionRepository,
  Database,
  type DocumentRecord,
  DocumentRepository,
  type FailureSource,
  IndexChangeRepository,
  storeErrorToDomain,
  type Transaction,
} from "@quarry/store";
import { Data, Effect } from "effect";
import { fillRun } from "../changes/fill-run.ts";
import { outcomeOf } from "../outcome-of.ts";
import { reachedOf, waitForProvider } from "../waiting/wait-for-provider.ts";
import { waitForRepair } from "../repair/wait-for-repair.ts";
import { waitForStorage } from "../waiting/wait-for-storage.ts";
import { Attempt } from "./attempt.ts";
import { type IngestServices, ingestDocument, type WrittenRun } from "./ingest-document.ts";

export type IngestJobServices =
  | IngestServices
  | CollectionRepository
  | Database
  | DocumentRepository
  | IndexChangeRepository
  | IndexChanges
  | Purge
  | Storage
  | WebhookOutbox;

/**
 * The state machine of a document: pending, processing, then ready or failed. Whatever ends a run in between, the job is
 * there to begin it again; when its attempts are used up the document ends failed.
 */
export const ingestJobHandler: JobHandler<IngestJobServices> = {
  run: (job, hold) => Effect.flatMap(runIngest(job, hold), waitForStorage),
  onExhausted: (job, lastError, by) => endFailed(ingestRunOf(job.payload), lastError, sourceOf(by)),
};

/** What is nobody else's failure is that of the service, or of what it stands on. */
const sourceOf = (by: string | undefined): FailureSource => (by === "provider" || by === "file" ? by : "service");

/** What an attempt ends with may become the document's error_message, so that what is only for the log stays out of it. */
const runIngest = (job: Job, hold: JobHold) =>
  runOnce(job, hold).pipe(
    Effect.catchTags({
      ParseFailure: (error) =>
        Effect.as(
          Effect.logInfo(`document ${job.subject} can't be read: ${error.detail ?? error.message}`),
          error.reason === "unavailable" ? retry(error.message) : failed(error.message, "file"),
        ),
      PluginError: (error) => repairedOr(job, error, outcomeOf(error)),
      PassageIndexError: (error) =>
        Effect.andThen(
          Effect.logWarning(`document ${job.subject}: the passage index failed`, error),
          repairedOr(job, error, outcomeOf(error, passageIndexErrorToDomain(error).message)),
        ),
      FileStoreError: (error) => Effect.succeed(outcomeOf(error)),
      OriginalDamage: (error) => Effect.succeed(failed(error.message)),
      SecretBoxError: (error) => Effect.succeed(failed(error.message)),
      StoreError: (error) =>
        Effect.as(
          Effect.logWarning(`document ${job.subject}: the database failed`, error),
          retry(storeErrorToDomain(error).message),
        ),
    }),
    Effect.catchDefect((defect) =>
      Effect.as(Effect.logError(`document ${job.subject}: processing failed unexpectedly`, defect), retry(UNEXPECTED)),
    ),
  );

/** Where the collection's index is damaged: what waits for its repair. */
const repairedOr = Effect.fnUntraced(
  function* (job: Job, error: PassageIndexError | PluginError, otherwise: JobResult) {
    const current = yield* findRun(ingestRunOf(job.payload));
    return current === undefined ? done : ((yield* waitForRepair(job, current, error)) ?? otherwise);
  },
  (waiting, _job, error) => Effect.orElseSucceed(waiting, () => retry(error.message)),
);

const runOnce = Effect.fn("ingest.run")(function* (job: Job, hold: JobHold) {
  const current = yield* findRun(ingestRunOf(job.payload));
  if (current === undefined) return done;
  const { document, collection } = current;
  const last = yield* (yield* ProgressHub).last(document.id);
  const attempt = new Attempt(Math.max(reachedOf(job) ?? 0, last?.progress ?? 0));
  const wait = (embedder: string, away: ProviderAway) => waitFor(job, document, attempt, embedder, away);
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const { away, embedder } = yield* enter(collection);
      // It isn't begun before its provider is known to answer, or it is the one to find out: reading it may take long.
      if (away !== undefined) return yield* wait(embedder, away);
      if (!(yield* begin(document, collection))) return done;
      // An earlier attempt may have written more chunks than this one will.
      if (job.attempts > 1 || job.wait !== null) {
        yield* removeGeneration(collection, document.id, document.generation);
      }
      const run = yield* ingestDocument(document, collection, hold, attempt);
      yield* makeLive(collection, document, run, hold);
      return done;
    }),
  ).pipe(
    Effect.catchTag("EmbeddingFailure", ({ embedder, error, away }) =>
      away === undefined ? Effect.succeed(outcomeOf(error, error.message, "provider")) : wait(embedder, away),
    ),
  );
});

const enter = Effect.fnUntraced(function* (collection: CollectionRecord) {
  const index = yield* CollectionIndex;
  const embeddings = yield* Embeddings;
  const { live } = yield* index.places(collection);
  const use = yield* index.embedderUse(collection.id, live.index);
  return { away: yield* embeddings.enter(use), embedder: use.embedder.name };
});

/** Parks the document, or fails it when it has waited long enough; tells who watches. */
const waitFor = Effect.fnUntraced(function* (
  job: Job,
  document: DocumentRecord,
  attempt: Attempt,
  embedder: string,
  away: ProviderAway,
) {
  const database = yield* Database;
  const progress = yield* ProgressHub;
  const { hasAdvanced } = attempt;
  const now = yield* database.currentTimeMillis;
  const reached = stepAt(attempt.reached) === "parsing" ? undefined : attempt.reached;
  const result: JobResult = waitForProvider({ job, embedder, away, hasAdvanced, now, reached });
  if (result.type === "parked") {
    yield* progress.publish(document, attempt.stepOf(inProgress("parsing", result.error)));
    yield* Effect.logInfo(`document ${document.id} ${result.error}`);
  }
  return result;
});

const UNEXPECTED = "processing failed unexpectedly; the service's log has the details";

/** Undefined when there is nothing to do: deleted, superseded or finished already. */
const findRun = Effect.fnUntraced(function* (run: IngestRun) {
  const documents = yield* DocumentRepository;
  const collections = yield* CollectionRepository;
  const document = yield* documents.findById(run.documentId);
  const collection = yield* collections.findById(run.collectionId);
  if (document === undefined || collection === undefined || document.generation !== run.generation) return undefined;
  return document.status === "ready" || document.status === "failed" ? undefined : { document, collection };
});

/** Marks the run as processing. False when it is superseded or finished already. */
const begin = Effect.fnUntraced(function* (document: DocumentRecord, collection: CollectionRecord) {
  const documents = yield* DocumentRepository;
  const database = yield* Database;
  const outbox = yield* WebhookOutbox;
  return yield* database.transaction((transaction) =>
    Effect.gen(function* () {
      const changed = yield* documents.beginProcessing(document.id, document.generation, transaction);
      if (changed) yield* outbox.documentChanged(eventOf(collection, document, "processing"), transaction);
      return changed;
    }),
  );
});

/** What webhooks are told. Until a run has replaced them, the document has the chunks of the run before. */
const eventOf = (
  collection: CollectionRecord,
  document: DocumentRecord,
  status: "processing" | "ready" | "failed",
) => ({
  documentId: document.id,
  generation: document.generation,
  collection: collection.name,
  status,
  chunkCount: document.chunkCount,
  errorMessage: null,
});

/**
 * Makes the run live once its vectors are in the generation of the index that answers. Usually they are; a collection
 * that was switched to another one since the run began gets them there first.
 */
const makeLive = Effect.fnUntraced(function* (
  collection: CollectionRecord,
  document: DocumentRecord,
  run: WrittenRun,
  hold: JobHold,
) {
  const reached = new Set(run.reached);
  for (;;) {
    const uncovered = yield* tryMakeLive(collection, document, { ...run, reached }, hold).pipe(
      Effect.as(undefined),
      Effect.catchTag("UncoveredPlace", ({ place }) => Effect.succeed(place)),
    );
    if (uncovered === undefined) return;
    yield* fillRun(document, uncovered);
    reached.add(uncovered.generation);
  }
});

/** The generation that answers doesn't have the run's vectors: nothing of it may become visible. */
class UncoveredPlace extends Data.TaggedError("UncoveredPlace")<{ readonly place: VectorPlace }> {}

/** One transaction: the new chunks become the ones that search sees, the job is done, the old chunks are to be removed. */
const tryMakeLive = Effect.fnUntraced(function* (
  collection: CollectionRecord,
  document: DocumentRecord,
  run: WrittenRun,
  hold: JobHold,
) {
  const database = yield* Database;
  const documents = yield* DocumentRepository;
  const purge = yield* Purge;
  const progress = yield* ProgressHub;
  const outbox = yield* WebhookOutbox;
  const switched = yield* database.transaction((transaction) =>
    Effect.gen(function* () {
      yield* hold.complete(transaction);
      const result = yield* documents.finishReady(document.id, document.generation, run, transaction);
      if (result.switched) yield* checkPlaces(collection, run.reached, transaction);
      const leftover = result.switched ? result.replacedGeneration : document.generation;
      if (leftover !== null) yield* purge.generation(collection, document.id, leftover, transaction);
      if (result.switched) {
        const event = { ...eventOf(collection, document, "ready"), chunkCount: run.chunkCount };
        yield* outbox.documentChanged(event, transaction);
      }
      return result.switched;
    }),
  );
  if (switched) yield* progress.publish(document, readyStep(run.chunkCount, run.info ?? {}));
});

/**
 * Under the collection's lock, which whoever begins a change or switches takes too: the generation that answers must have
 * the vectors, and a change that is building one without them is told to look again.
 */
const checkPlaces = Effect.fnUntraced(function* (
  collection: CollectionRecord,
  reached: ReadonlySet<number>,
  transaction: Transaction,
) {
  const changes = yield* IndexChangeRepository;
  const plugins = yield* Plugins;
  const locked = yield* changes.lockCollection(collection.id, transaction);
  if (locked === undefined) return;
  const { live, building } = placesOf(plugins, locked, yield* changes.current(collection.id, transaction));
  if (!reached.has(live.generation)) return yield* new UncoveredPlace({ place: live });
  if (building !== undefined && !reached.has(building.generation)) {
    yield* changes.reportGap(building.changeId, transaction);
  }
});

/** The document ends failed, in a state that a reader understands; what an earlier run made searchable stays so. */
const endFailed = Effect.fn("ingest.endFailed")(function* (run: IngestRun, message: string, by: FailureSource) {
  const database = yield* Database;
  const collections = yield* CollectionRepository;
  const documents = yield* DocumentRepository;
  const purge = yield* Purge;
  const progress = yield* ProgressHub;
  const outbox = yield* WebhookOutbox;
  const document = yield* documents.findById(run.documentId);
  const collection = yield* collections.findById(run.collectionId);
  const ended = yield* database.transaction((transaction) =>
    Effect.gen(function* () {
      const changed = yield* documents.finishFailed(run.documentId, run.generation, { message, by }, transaction);
      if (changed && document !== undefined && collection !== undefined) {
        yield* purge.generation(collection, run.documentId, run.generation, transaction);
        const event = { ...eventOf(collection, document, "failed"), errorMessage: message };
        yield* outbox.documentChanged(event, transaction);
      }
      return changed;
    }),
  );
  if (!ended) return;
  yield* Effect.logInfo("document failed", {
    collection: collection?.name ?? null,
    document: run.documentId,
    filename: document?.filename ?? null,
    reason: message,
  });
  const last = yield* progress.last(run.documentId);
  yield* progress.publish(
    { id: run.documentId, collectionId: run.collectionId },
    failedProgress(message, last?.progress ?? 0),
  );
});
