import { type DocumentsShape, isWithin } from "@quarry/catalog";
import { failed, inProgress, isFinal, type ProgressEvent, type ProgressHubShape, readyStep } from "@quarry/events";
import type { DocumentRecord } from "@quarry/store";
import type { CallContext } from "./handler.ts";
import { runEffect, runFor } from "./run-effect.ts";
import { StepMailbox } from "./step-mailbox.ts";
import type { WatchedSubject, WatchedRecords } from "./watched-records.ts";

/** Sources of the steps of a progress stream. */
export interface ProgressSources {
  readonly documents: Pick<DocumentsShape, "get" | "getMany" | "waitReason">;
  readonly hub: ProgressHubShape;
  readonly records: WatchedRecords;
}

/**
 * Streams the steps of a document's processing: first the last one, then each as it occurs. Ends after the final step,
 * when the document is deleted or no longer matches the watcher's access filter, and when the watcher disconnects.
 */
export async function* watchProgress(
  { documents, hub, records }: ProgressSources,
  subject: WatchedSubject,
  context: Pick<CallContext, "principal" | "signal">,
): AsyncGenerator<ProgressEvent> {
  const { signal } = context;
  const steps = new StepMailbox();
  const leave = () => steps.close();
  signal.addEventListener("abort", leave, { once: true });
  // Subscribes before reading the record: a step in between is delivered twice rather than missed.
  const stopListening = hub.listen(subject.documentId, (step) => steps.put(step));
  let stopWatching: (() => void) | undefined;
  try {
    const record = await runFor(context, documents.get(subject.collectionName, subject.documentId));
    let last =
      finalStep(record) ?? (await runEffect(hub.last(subject.documentId))) ?? (await waitingStep(documents, record));
    yield last;
    stopWatching = records.watch(subject, (current) => {
      const isSeen = current !== undefined && isWithin(context.principal?.accessFilter, current);
      const step = !isSeen ? failed("the document was deleted", last.progress) : finalStep(current);
      if (step !== undefined) steps.put(step);
    });
    while (!isFinal(last) && !signal.aborted) {
      const step = await steps.take();
      if (step === undefined) return;
      if (isSame(step, last)) continue;
      yield step;
      last = step;
    }
  } finally {
    stopWatching?.();
    stopListening();
    signal.removeEventListener("abort", leave);
  }
}

const waitingStep = async (documents: ProgressSources["documents"], record: DocumentRecord): Promise<ProgressEvent> =>
  inProgress("parsing", (await runEffect(documents.waitReason(record))) ?? "waiting to be processed");

/** Returns the final step of a finished document, from its record; undefined while it is not finished. */
const finalStep = (document: DocumentRecord): ProgressEvent | undefined => {
  if (document.status === "ready") return readyStep(document.chunkCount, document.info ?? {});
  return document.status === "failed" ? failed(document.errorMessage ?? "processing failed", 0) : undefined;
};

const isSame = (a: ProgressEvent, b: ProgressEvent): boolean => a.step === b.step && a.message === b.message;
