import { PassageIndex } from "@quarry/index";
import { isDeepStrictEqual } from "node:util";
import { describeJob, makeDescribeDocument, Purge } from "@quarry/catalog";
import { ProgressHub, readyStep, WebhookOutbox } from "@quarry/events";
import { type JobLease, JobQueue } from "@quarry/jobs";

import {
  Database,
  documentMetadata,
  type DocumentRecord,
  DocumentRepository,
  type FetchedPage,
  type FinishedRun,
  IndexChangeRepository,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import { eventOf } from "./document-event.ts";
import type { Run } from "./ingest-document.ts";

/**
 * Makes a run live in one transaction: search sees the new chunks, the job is complete, and the purge of the old chunks
 * is enqueued.
 */
export const makeLive = Effect.fnUntraced(function* (
  { document, collection, vectors, attached }: Run,
  finished: FinishedRun,
  fetched: FetchedPage | undefined,
  lease: JobLease,
) {
  const database = yield* Database;
  const documents = yield* DocumentRepository;
  const purge = yield* Purge;
  const progress = yield* ProgressHub;
  const outbox = yield* WebhookOutbox;
  const changes = yield* IndexChangeRepository;
  const index = yield* PassageIndex;
  const jobs = yield* JobQueue;
  const { chunkCount, info } = finished;
  /** Finishes the run, together with the documents made from its attachments, which become visible at the same time. */
  const finish = Effect.fnUntraced(function* (now: DocumentRecord | undefined, transaction: Transaction) {
    const { id, generation } = document;
    // Locks the row: a run that is no longer the current one must not make documents.
    const isCurrent = now !== undefined && (yield* documents.beginProcessing(id, generation, transaction));
    const attachments = isCurrent ? yield* attached.record(collection, now, transaction) : [];
    const run = attachments.length === 0 ? finished : { ...finished, info: { ...info, attachments } };
    return yield* documents.finishReady(id, generation, run, transaction);
  });
  const describing = yield* makeDescribeDocument;
  // The metadata can have been updated since the run began, and the passages must have it from the first moment on.
  const described = yield* documents.findById(document.id);
  if (described !== undefined && !hasSameMetadata(described, document)) {
    const { id: documentId, generation } = document;
    yield* index.describe(collection.id, { documentId, generation }, documentMetadata(described, info ?? {}));
  }
  const switched = yield* vectors.makeLive(document, (confirm) =>
    database.transaction((transaction) =>
      Effect.gen(function* () {
        // An update of the metadata takes the same lock, so either it sees the run live, or this transaction sees the
        // update.
        yield* changes.lockCollection(collection.id, transaction);
        const now = yield* documents.findById(document.id, transaction);
        yield* lease.complete(transaction);
        if (fetched !== undefined) {
          yield* documents.saveFetched(document.id, document.generation, fetched, transaction);
        }
        const result = yield* finish(now, transaction);
        if (result.switched) yield* confirm(transaction);
        if (result.switched && now !== undefined && !hasSameMetadata(now, document)) {
          yield* documents.noteLagging(document, transaction);
          yield* jobs.enqueue(describeJob({ collectionId: collection.id, documentId: document.id }), transaction);
        }
        const leftover = result.switched ? result.replacedGeneration : document.generation;
        if (leftover !== null) yield* purge.generation(collection, document.id, leftover, transaction);
        const { droppedFileId } = result;
        if (droppedFileId !== null) yield* purge.file(collection, document.id, droppedFileId, transaction);
        if (result.switched) {
          yield* outbox.documentChanged({ ...eventOf(collection, document, "ready"), chunkCount }, transaction);
        }
        return result.switched;
      }),
    ),
  );
  if (!switched) return;
  yield* Effect.logInfo("document ready", {
    collection: collection.name,
    document: document.id,
    chunks: chunkCount,
    // Duration of the run; its waiting time is in the document's own timings.
    durationMs: info?.timings?.totalMs ?? null,
  });
  if (described === undefined || !hasSameMetadata(described, document)) yield* describing.passages(document.id);
  yield* progress.publish(document, readyStep(chunkCount, info ?? {}));
});

/** Whether two states of a document give its chunks the same metadata. */
const hasSameMetadata = (one: DocumentRecord, other: DocumentRecord): boolean =>
  isDeepStrictEqual(documentMetadata(one, {}), documentMetadata(other, {}));
