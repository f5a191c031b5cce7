import { WebhookOutbox } from "@quarry/events";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionRecord,
  type DocumentRecord,
  DocumentRepository,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import { makeAttachedTo } from "./attached-to.ts";
import { Purge } from "./purge.ts";

/**
 * The only code that removes a document, for all callers. The document and those made from its attachments become
 * invisible and unsearchable at once; a durable job deletes their data, and subscribed webhooks are notified. Returns
 * the removed document, or undefined if it no longer exists.
 */
export type RemoveDocument = (
  collection: Pick<CollectionRecord, "id" | "name">,
  documentId: string,
  within: Transaction,
) => Effect.Effect<DocumentRecord | undefined, StoreError>;

export const makeRemoveDocument = Effect.gen(function* () {
  const repository = yield* DocumentRepository;
  const jobs = yield* JobQueue;
  const purge = yield* Purge;
  const outbox = yield* WebhookOutbox;
  const attachedTo = yield* makeAttachedTo;
  const removeAll = Effect.fnUntraced(function* (
    collection: Parameters<RemoveDocument>[0],
    documentId: string,
    within: Transaction,
    depth: number,
  ): Effect.fn.Return<DocumentRecord | undefined, StoreError> {
    const document = yield* repository.remove(collection.id, documentId, within);
    if (document === undefined) return undefined;
    yield* jobs.cancelBySubject(documentId, within);
    yield* jobs.forgetFailed(documentId, within);
    yield* purge.document(collection, document, within);
    yield* outbox.documentChanged(
      {
        documentId,
        generation: document.generation,
        collection: collection.name,
        status: "deleted",
        chunkCount: document.chunkCount,
        errorMessage: null,
      },
      within,
    );
    for (const { id } of yield* attachedTo(document, depth, within)) {
      yield* removeAll(collection, id, within, depth + 1);
    }
    return document;
  });
  const removeDocument: RemoveDocument = (collection, documentId, within) =>
    removeAll(collection, documentId, within, 0);
  return removeDocument;
});
