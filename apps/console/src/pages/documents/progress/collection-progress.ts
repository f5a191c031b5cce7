import type { QueryClient } from "@tanstack/react-query";
import type { ProgressMessage } from "@quarry/http/console";
import { failureOf } from "../../../api/api-error.ts";
import { call } from "../../../api/rest.ts";
import { trpc } from "../../../api/trpc.ts";
import { BATCH_SIZE, countsKey, listKey, patchDocuments } from "../documents-data.ts";
import { uploads } from "../uploads/upload-queue.ts";
import { dropStep, isFinalStep, putStep } from "./step-store.ts";
import { throttle } from "./throttle.ts";

/** Documents that end within this time are read together. */
const SETTLE_MS = 300;

/** Counts follow the stream this often at most. */
const COUNT_MS = 1_000;

/** Delay before a refused or broken stream is opened again. */
const REOPEN_MS = 2_000;

/** Polling interval for documents uploaded by this page, in case that a step was missed. */
const LOOK_EVERY_MS = 5_000;

/**
 * Follows the documents of a collection by one stream, and updates the cached ones. Returns a function that stops it.
 */
export const followCollection = (client: QueryClient, collection: string): (() => void) => {
  const ended = new Set<string>();
  let stop: (() => void) | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;

  const recount = throttle(() => void client.invalidateQueries({ queryKey: countsKey(collection) }), COUNT_MS);
  const settle = throttle(() => {
    const ids = [...ended];
    ended.clear();
    void readAgain(client, collection, ids).catch(() => undefined);
  }, SETTLE_MS);

  const hear = ({ isFirst, steps }: ProgressMessage) => {
    if (isFirst) void client.invalidateQueries({ queryKey: listKey(collection) });
    if (isFirst) for (const id of uploads.unfinished(collection)) ended.add(id);
    for (const step of steps) {
      putStep(step);
      if (isFinalStep(step)) ended.add(step.documentId);
    }
    if (ended.size > 0) settle();
    recount();
  };

  const open = () => {
    const subscription = trpc.documents.progress.subscribe(
      { collection },
      {
        onData: hear,
        onError: (error) => {
          subscription.unsubscribe();
          // A client error, such as a lost permission, won't go away by a retry.
          const { status } = failureOf(error);
          if (status === undefined || status >= 500) reopening = setTimeout(open, REOPEN_MS);
        },
      },
    );
    stop = () => subscription.unsubscribe();
  };
  open();

  const looking = setInterval(() => {
    for (const id of uploads.unfinished(collection)) ended.add(id);
    if (ended.size > 0) settle();
  }, LOOK_EVERY_MS);
  const stopHearing = uploads.onAccepted((accepted) => {
    if (accepted === collection) recount();
  });

  return () => {
    clearInterval(looking);
    clearTimeout(reopening);
    recount.cancel();
    settle.cancel();
    stopHearing();
    stop?.();
  };
};

/** The records are the truth: how documents ended is read from them. */
const readAgain = async (client: QueryClient, collection: string, ids: readonly string[]): Promise<void> => {
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
