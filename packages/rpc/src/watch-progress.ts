import type { DocumentsShape } from "@quarry/catalog";
import { completed, failed, inProgress, isFinal, type ProgressEvent, type ProgressHubShape } from "@quarry/events";
import type { DocumentRecord } from "@quarry/store";
import { Effect, Exit, Queue, Scope } from "effect";
import { runEffect } from "./run-effect.ts";

/**
 * How often the record is looked at besides listening: it is the truth when the document is processed by another
 * process, restarted or deleted.
 */
const RECORD_CHECK_MS = 1_000;

/**
 * The steps of a document's processing (decision 25): first the last one, then each as it comes; ends after the final
 * one, when the document is deleted and when the watcher leaves.
 */
export async function* watchProgress(
  documents: DocumentsShape,
  hub: ProgressHubShape,
  place: { readonly collectionName: string; readonly documentId: string },
  signal: AbortSignal,
): AsyncGenerator<ProgressEvent> {
  const read = () => runEffect(documents.get(place.collectionName, place.documentId));
  const scope = Scope.makeUnsafe();
  try {
    // Subscribed before the record is read: a step in between is heard twice rather than not at all.
    const steps = await runEffect(Scope.provide(hub.subscribe(place.documentId), scope));
    const first = finalStep(await read()) ?? (await runEffect(hub.last(place.documentId))) ?? WAITING;
    yield first;
    let last = first;
    while (!isFinal(last) && !signal.aborted) {
      const step = (await nextStep(steps)) ?? finalStep(await readOrEnd(read, last));
      if (step === undefined || isSame(step, last)) continue;
      yield step;
      last = step;
    }
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void));
  }
}

const WAITING = inProgress("parsing", "waiting to be processed");

const nextStep = (steps: Queue.Dequeue<ProgressEvent>): Promise<ProgressEvent | undefined> =>
  runEffect(
    Effect.map(Effect.timeoutOption(Queue.take(steps), RECORD_CHECK_MS), (step) =>
      step._tag === "Some" ? step.value : undefined,
    ),
  );

/** The final step that a finished document's record tells; undefined while it is not finished. */
const finalStep = (document: DocumentRecord | Deleted): ProgressEvent | undefined => {
  if ("deleted" in document) return failed("the document was deleted", document.progress);
  if (document.status === "ready") return completed(`ready: ${document.chunkCount} chunks`);
  return document.status === "failed" ? failed(document.errorMessage ?? "processing failed", 0) : undefined;
};

interface Deleted {
  readonly deleted: true;
  readonly progress: number;
}

/** A document that is deleted while it is watched ends its stream instead of breaking it. */
const readOrEnd = async (
  read: () => Promise<DocumentRecord>,
  last: ProgressEvent,
): Promise<DocumentRecord | Deleted> => {
  try {
    return await read();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "not_found") throw error;
    return { deleted: true, progress: last.progress };
  }
};

const isSame = (a: ProgressEvent, b: ProgressEvent): boolean => a.step === b.step && a.message === b.message;
