import type { QueryClient } from "@tanstack/react-query";
import type { ProgressMessage } from "@quarry/http/console";
import { failureOf } from "../../../api/api-error.ts";
import { call } from "../../../api/rest.ts";
import { trpc } from "../../../api/trpc.ts";
import { BATCH_SIZE, countsKey, listKey, patchDocuments } from "../documents-data.ts";
import { uploads } from "../uploads/upload-queue.ts";
import { dropStep, isFinalStep, putStep } from "./step-store.ts";
import { throttle } from "./throttle.ts";

/** Documents that finish within this time are read together. */
const SETTLE_MS = 300;

/** Minimum interval between updates of the counts from the stream. */
const COUNT_MS = 1_000;

/** Delay before a refused or broken stream is opened again. */
const REOPEN_MS = 2_000;

/** Polling interval for documents uploaded by this page, in case a step was missed. */
const POLL_INTERVAL_MS = 5_000;

/**
 * Follows the documents of a collection by one stream, and updates the cached documents. Returns a function that stops
 * it.
 */
export const followCollection = (client: QueryClient, collection: string): (() => void) => {
  const settledIds = new Set<string>();
  let stop: (() => void) | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;

  const recount = throttle(() => void client.invalidateQueries({ queryKey: countsKey(collection) }), COUNT_MS);
  const settle = throttle(() => {
    const ids = [...settledIds];
    settledIds.clear();
    void rereadDocuments(client, collection, ids).catch(() => undefined);
  }, SETTLE_MS);

  const onProgress = ({ isFirst, steps }: ProgressMessage) => {
    if (isFirst) void client.invalidateQueries({ queryKey: listKey(collection) });
    if (isFirst) for (const id of uploads.unfinished(collection)) settledIds.add(id);
    for (const step of steps) {
      putStep(step);
      if (isFinalStep(step)) settledIds.add(step.documentId);
    }
    if (settledIds.size > 0) settle();
    recount();
  };

  const open = () => {
    const subscription = trpc.documents.progress.subscribe(
      { collection },
      {
        onData: onProgress,
        onError: (error) => {
          subscription.unsubscribe();
          // A retry does not fix a client error, such as a lost permission.
          const { status } = failureOf(error);
          if (status === undefined || status >= 500) reopening = setTimeout(open, REOPEN_MS);
        },
      },
    );
    stop = () => subscription.unsubscribe();
  };
  open();

  const pollTimer = setInterval(() => {
    for (const id of uploads.unfinished(collection)) settledIds.add(id);
    if (settledIds.size > 0) settle();
  }, POLL_INTERVAL_MS);
  const unsubscribeAccepted = uploads.onAccepted((accepted) => {
    if (accepted === collection) recount();
  });

  return () => {
    clearInterval(pollTimer);
    clearTimeout(reopening);
    recount.cancel();
    settle.cancel();
    unsubscribeAccepted();
    stop?.();
  };
};

/** Rereads finished documents: the stored records are authoritative for their outcome. */
const rereadDocuments = async (client: QueryClient, collection: string, ids: readonly string[]): Promise<void> => {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const requested = ids.slice(start, start + BATCH_SIZE);
    const { documents } = await call("POST /v1/collections/{collection_name}/documents/batch/get", {
      collection_name: collection,
      document_ids: requested,
    });
    const finished = documents.filter(({ status }) => status === "ready" || status === "failed");
    patchDocuments(client, collection, documents);
    for (const { id } of finished) dropStep(id);
    const found = new Set(documents.map(({ id }) => id));
    uploads.noteDocuments(
      documents,
      requested.filter((id) => !found.has(id)),
    );
  }
};
