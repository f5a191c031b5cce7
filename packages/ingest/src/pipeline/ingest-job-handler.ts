import { type PassageIndexError, passageIndexErrorToDomain } from "@quarry/index";
import {
  type IndexChanges,
  type IngestRun,
  ingestRunOf,
  type PageSources,
  Purge,
  type StagedFiles,
  type Storage,
  VectorWrites,
} from "@quarry/catalog";
import { Embeddings, type ProviderOutage } from "@quarry/embedding";
import { failed as failedProgress, inProgress, ProgressHub, readyStep, stepAt, WebhookOutbox } from "@quarry/events";
import { done, failed, type Job, type JobHandler, type JobLease, JobQueue, type JobResult, retry } from "@quarry/jobs";
import type { PluginError } from "@quarry/plugin";

import {
  type CollectionRecord,
  CollectionRepository,
  Database,
  type DocumentRecord,
  DocumentRepository,
  type FailureSource,
  type FetchedPage,
  IndexChangeRepository,
  storeErrorToDomain,
} from "@quarry/store";
import { Effect } from "effect";
import { attachedDocuments } from "../attachments/attached-documents.ts";
import { type Refreshed, refreshDocument } from "../fetch/refresh-document.ts";
import { outcomeOf } from "../outcome-of.ts";
import { reachedOf, waitForProvider } from "../waiting/wait-for-provider.ts";
import { waitForRepair } from "../repair/wait-for-repair.ts";
import { waitForStorage } from "../waiting/wait-for-storage.ts";
import { Attempt } from "./attempt.ts";
import { eventOf } from "./document-event.ts";
import { makeLive } from "./make-live.ts";
import { type IngestServices, ingestDocument } from "./ingest-document.ts";
import { StepClock } from "./step-clock.ts";

export type IngestJobServices =
  | IngestServices
  | CollectionRepository
  | Database
  | DocumentRepository
  | IndexChangeRepository
  | JobQueue
  | IndexChanges
  | PageSources
  | Purge
  | StagedFiles
  | Storage
  | VectorWrites
  | WebhookOutbox;

/**
 * State machine of a document: pending, processing, then ready or failed. If a run is interrupted for any reason, its
 * job starts it again; after the last attempt the document is failed.
 */
export const ingestJobHandler: JobHandler<IngestJobServices> = {
  run: (job, lease) => Effect.flatMap(runIngest(job, lease), waitForStorage),
  onExhausted: (job, lastError, by) => endFailed(ingestRunOf(job.payload), lastError, sourceOf(by)),
};

/** A failure of neither the provider nor the file counts as one of the service or its dependencies. */
const sourceOf = (by: string | undefined): FailureSource => (by === "provider" || by === "file" ? by : "service");

/**
 * Runs one attempt. Its error can become the document's error_message, so it contains no details that are only for the
 * log.
 */
const runIngest = (job: Job, lease: JobLease) =>
  runOnce(job, lease).pipe(
    Effect.catchTags({
      ParseFailure: (error) =>
        Effect.as(
          Effect.logInfo(`document ${job.subject} can't be read: ${error.detail ?? error.message}`),
          error.reason === "unavailable" ? retry(error.message) : failed(error.message, "file"),
        ),
      FetchFailure: ({ message, isPassing }) =>
        Effect.as(
          Effect.logInfo(`document ${job.subject} can't be fetched: ${message}`),
          isPassing ? retry(message, undefined, "file") : failed(message, "file"),
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

/** Waits for the repair if the collection's index is damaged; returns `otherwise` if not. */
const repairedOr = Effect.fnUntraced(
  function* (job: Job, error: PassageIndexError | PluginError, otherwise: JobResult) {
    const current = yield* findRun(ingestRunOf(job.payload));
    return current === undefined ? done : ((yield* waitForRepair(job, current, error)) ?? otherwise);
  },
  (waiting, _job, error) => Effect.orElseSucceed(waiting, () => retry(error.message)),
);

const runOnce = Effect.fn("ingest.run")(function* (job: Job, lease: JobLease) {
  const current = yield* findRun(ingestRunOf(job.payload));
  if (current === undefined) return done;
  const { document, collection } = current;
  const writes = yield* VectorWrites;
  const last = yield* (yield* ProgressHub).last(document.id);
  const clock = new StepClock((yield* (yield* Database).currentTimeMillis) - job.createdAt);
  const attempt = new Attempt(Math.max(reachedOf(job) ?? 0, last?.progress ?? 0));
  const wait = (embedder: string, outage: ProviderOutage) => waitFor(job, document, attempt, embedder, outage);
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const vectors = yield* writes.beginRun(collection);
      // A document begins only if its provider is known to respond, or if it is the one to probe it, because parsing
      // can take long.
      const [use] = vectors.embedders;
      const outage = yield* (yield* Embeddings).enter(use);
      if (outage !== undefined) return yield* wait(use.embedder.name, outage);
      if (!(yield* begin(document, collection))) return done;
      const refreshed = yield* clock.during("reading", present(document, collection));
      if (refreshed.type === "superseded") return done;
      if (refreshed.type === "unchanged") return yield* endUnchanged(current, refreshed.fetched, lease);
      // An earlier attempt can have written more chunks than this one will.
      if (job.attempts > 1 || job.wait !== null) yield* writes.removeRun(ingestRunOf(job.payload));
      const attached = yield* attachedDocuments(refreshed.document);
      const run = { document: refreshed.document, collection, vectors, attempt, attached, clock };
      yield* makeLive(run, yield* ingestDocument(run, lease), refreshed.fetched, lease);
      return done;
    }),
  ).pipe(
    Effect.catchTag("EmbeddingFailure", ({ embedder, error, outage }) =>
      outage === undefined ? Effect.succeed(outcomeOf(error, error.message, "provider")) : wait(embedder, outage),
    ),
  );
});

/** Returns the document with its current bytes, fetched again if it is a web page. */
const present = Effect.fnUntraced(function* (document: DocumentRecord, collection: CollectionRecord) {
  const { sourceUrl } = document;
  const unread: Refreshed = { type: "read", document };
  return sourceUrl === null ? unread : yield* refreshDocument(document, collection, sourceUrl);
});

/** Parks the document, or fails it when it has waited long enough. Publishes the wait to progress subscribers. */
const waitFor = Effect.fnUntraced(function* (
  job: Job,
  document: DocumentRecord,
  attempt: Attempt,
  embedder: string,
  outage: ProviderOutage,
) {
  const database = yield* Database;
  const progress = yield* ProgressHub;
  const { hasAdvanced } = attempt;
  const now = yield* database.currentTimeMillis;
  const reached = stepAt(attempt.reached) === "parsing" ? undefined : attempt.reached;
  const result: JobResult = waitForProvider({ job, embedder, outage, hasAdvanced, now, reached });
  if (result.type === "parked") {
    yield* progress.publish(document, attempt.stepOf(inProgress("parsing", result.error)));
    yield* Effect.logInfo(`document ${document.id} ${result.error}`);
  }
  return result;
});

const UNEXPECTED = "processing failed unexpectedly; the service's log has the details";

/** Returns undefined if there is nothing to do: the run is deleted, superseded or already finished. */
const findRun = Effect.fnUntraced(function* (run: IngestRun) {
  const documents = yield* DocumentRepository;
  const collections = yield* CollectionRepository;
  const document = yield* documents.findById(run.documentId);
  const collection = yield* collections.findById(run.collectionId);
  if (document === undefined || collection === undefined || document.generation !== run.generation) return undefined;
  return document.status === "ready" || document.status === "failed" ? undefined : { document, collection };
});

/** Marks the run as processing. Returns false if it is superseded or already finished. */
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

/** Error message after a failed replacement: searches still find the previous version. */
const withPrevious = ({ former: previous }: DocumentRecord, reason: string): string =>
  previous === null
    ? reason
    : `${reason}; the previous version, ${JSON.stringify(previous.filename)}, stays searchable`;

/** Ends the run of an unchanged page: its searchable content stays, at no cost. */
const endUnchanged = Effect.fnUntraced(function* (
  { document, collection }: { readonly document: DocumentRecord; readonly collection: CollectionRecord },
  fetched: FetchedPage,
  lease: JobLease,
) {
  const database = yield* Database;
  const documents = yield* DocumentRepository;
  const outbox = yield* WebhookOutbox;
  const progress = yield* ProgressHub;
  const isEnded = yield* database.transaction((transaction) =>
    Effect.gen(function* () {
      yield* lease.complete(transaction);
      const ended = yield* documents.finishUnchanged(document.id, document.generation, fetched, transaction);
      if (ended === true) yield* outbox.documentChanged(eventOf(collection, document, "ready"), transaction);
      return ended === true;
    }),
  );
  if (isEnded) yield* progress.publish(document, readyStep(document.chunkCount, document.info ?? {}));
  return done;
});

/**
 * Ends the document as failed, with a reason that users understand. Content that an earlier run made searchable stays.
 */
const endFailed = Effect.fn("ingest.endFailed")(function* (run: IngestRun, reason: string, by: FailureSource) {
  const database = yield* Database;
  const collections = yield* CollectionRepository;
  const documents = yield* DocumentRepository;
  const purge = yield* Purge;
  const progress = yield* ProgressHub;
  const outbox = yield* WebhookOutbox;
  const document = yield* documents.findById(run.documentId);
  const collection = yield* collections.findById(run.collectionId);
  const message = document === undefined ? reason : withPrevious(document, reason);
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
