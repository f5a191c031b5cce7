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
 * Makes a run live in one transaction: search sees the new chunks, the job is done, and the old chunks are to be
 * removed.
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
  /** The run with the documents that are made of the files within its own, which are there from the same moment on. */
  const finish = Effect.fnUntraced(function* (now: DocumentRecord | undefined, transaction: Transaction) {
    const { id, generation } = document;
    // Holds the row: a run that is not the current one any more must make no documents.
    const isCurrent = now !== undefined && (yield* documents.beginProcessing(id, generation, transaction));
    const attachments = isCurrent ? yield* attached.record(collection, now, transaction) : [];
    const run = attachments.length === 0 ? finished : { ...finished, info: { ...info, attachments } };
    return yield* documents.finishReady(id, generation, run, transaction);
  });
  const describing = yield* makeDescribeDocument;
  // The metadata may have been updated since the run began: the passages must have it from the first moment on.
  const described = yield* documents.findById(document.id);
  if (described !== undefined && !saysTheSame(described, document)) {
    const { id: documentId, generation } = document;
    yield* index.describe(collection.id, { documentId, generation }, documentMetadata(described, info ?? {}));
  }
  const switched = yield* vectors.makeLive(document, (confirm) =>
    database.transaction((transaction) =>
      Effect.gen(function* () {
        // An update of the metadata takes the lock too, and then either finds the run live or is seen here.
        yield* changes.lockCollection(collection.id, transaction);
        const now = yield* documents.findById(document.id, transaction);
        yield* lease.complete(transaction);
        if (fetched !== undefined) {
          yield* documents.saveFetched(document.id, document.generation, fetched, transaction);
        }
        const result = yield* finish(now, transaction);
        if (result.switched) yield* confirm(transaction);
        if (result.switched && now !== undefined && !saysTheSame(now, document)) {
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
    // Of the run; how long it had waited is told in the document's own timings.
    durationMs: info?.timings?.totalMs ?? null,
  });
  if (described === undefined || !saysTheSame(described, document)) yield* describing.passages(document.id);
  yield* progress.publish(document, readyStep(chunkCount, info ?? {}));
});

/** Whether two states of a document give its chunks the same metadata. */
const saysTheSame = (one: DocumentRecord, other: DocumentRecord): boolean =>
  isDeepStrictEqual(documentMetadata(one, {}), documentMetadata(other, {}));
