import { inProgress, ProgressHub } from "@quarry/events";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionRecord,
  type DocumentRecord,
  DocumentRepository,
  type Replacement,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import { ingestJob } from "./ingest-job.ts";
import { Purge } from "./purge.ts";

/**
 * Starts a new run of a document in any state: it becomes pending again, with the same bytes or their replacement.
 * Searchable content stays until the run replaces it. A running run is superseded, and its output is removed. Notifies
 * subscribers of the document after the commit, since they must not take the last step of the superseded run for one of
 * the new run. Returns undefined if the document no longer exists.
 */
export type RestartDocument = (
  collection: Pick<CollectionRecord, "id">,
  documentId: string,
  replacement: Replacement | undefined,
  within: Transaction,
) => Effect.Effect<DocumentRecord | undefined, StoreError>;

export const makeRestartDocument = Effect.gen(function* () {
  const repository = yield* DocumentRepository;
  const jobs = yield* JobQueue;
  const purge = yield* Purge;
  const progress = yield* ProgressHub;

  const restart: RestartDocument = Effect.fnUntraced(function* (collection, documentId, replacement, within) {
    const restarted = yield* repository.restart(collection.id, documentId, replacement, within);
    if (restarted === undefined) return undefined;
    const { document, droppedFileId } = restarted;
    // Before the new job is enqueued, because it has the same subject.
    yield* jobs.cancelBySubject(documentId, within);
    // The new run replaces a failed job. In the list of failed jobs, the old one would invite another retry.
    yield* jobs.forgetFailed(documentId, within);
    const superseded = document.generation - 1;
    if (superseded !== document.liveGeneration) {
      yield* purge.generation(collection, documentId, superseded, within);
    }
    if (droppedFileId !== null) yield* purge.file(collection, documentId, droppedFileId, within);
    yield* jobs.enqueue(ingestJob(document), within);
    within.afterCommit(progress.publish(document, inProgress("parsing", "waiting to be processed again")));
    return document;
  });
  return restart;
});
