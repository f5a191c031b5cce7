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

export interface RestartDocument {
  /**
   * Starts a new run of a document, in any state: pending again, of the same bytes or of what replaces them. What is
   * searchable stays so until the run takes its place; a run that is under way is superseded, and what it has written is
   * removed. After the commit, subscribers of the document are notified: they must not take the last step of the superseded
   * run for one of this. Undefined when the document is gone.
   */
  restart(
    collection: Pick<CollectionRecord, "id">,
    documentId: string,
    replacement: Replacement | undefined,
    within: Transaction,
  ): Effect.Effect<DocumentRecord | undefined, StoreError>;
}

export const makeRestartDocument: Effect.Effect<
  RestartDocument,
  never,
  DocumentRepository | JobQueue | ProgressHub | Purge
> = Effect.gen(function* () {
  const repository = yield* DocumentRepository;
  const jobs = yield* JobQueue;
  const purge = yield* Purge;
  const progress = yield* ProgressHub;

  const restarted = (collectionId: string, documentId: string, by: Replacement | undefined, within: Transaction) =>
    by === undefined
      ? Effect.map(repository.restart(collectionId, documentId, within), (document) => ({
          document,
          droppedFileId: null,
        }))
      : Effect.map(repository.replace(collectionId, documentId, by, within), (replaced) => ({
          document: replaced?.document,
          droppedFileId: replaced?.droppedFileId ?? null,
        }));

  const restart: RestartDocument["restart"] = Effect.fnUntraced(
    function* (collection, documentId, replacement, within) {
      const { document, droppedFileId } = yield* restarted(collection.id, documentId, replacement, within);
      if (document === undefined) return undefined;
      // Before the new job is there: it has the same subject.
      yield* jobs.cancelBySubject(documentId, within);
      // The new run takes the place of a failed job; left in the list of failed jobs, it would invite another retry.
      yield* jobs.forgetFailed(documentId, within);
      const superseded = document.generation - 1;
      if (superseded !== document.liveGeneration) {
        yield* purge.generation(collection, documentId, superseded, within);
      }
      if (droppedFileId !== null) yield* purge.file(collection, documentId, droppedFileId, within);
      yield* jobs.enqueue(ingestJob(document), within);
      within.afterCommit(progress.publish(document, inProgress("parsing", "waiting to be processed again")));
      return document;
    },
  );

  return { restart };
});
