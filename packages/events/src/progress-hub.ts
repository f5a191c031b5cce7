import { Context, type Effect } from "effect";
import type { ProgressEvent } from "./progress.ts";
import type { CollectionProgressListener, ProgressListener, ProgressSubject } from "./progress-listeners.ts";

export interface ProgressHubShape {
  /**
   * Notifies all listeners of the document and of its collection. Does not wait for listeners in other processes. Never
   * fails.
   */
  publish(document: ProgressSubject, event: ProgressEvent): Effect.Effect<void>;
  /** Returns the last step of a document that is being processed, if known. */
  last(documentId: string): Effect.Effect<ProgressEvent | undefined>;
  /**
   * Calls `listener` for every step published from now on, in order and synchronously: it must be quick and must not
   * throw. Returns a function that removes the listener.
   */
  listen(documentId: string, listener: ProgressListener): () => void;
  /** Like `listen`, for every document of a collection, including documents added later. */
  listenToCollection(collectionId: string, listener: CollectionProgressListener): () => void;
}

/**
 * Publish/subscribe hub: the pipeline publishes the progress of documents, and the progress streams listen. Steps can
 * be missed, even the final one: the document's record is authoritative.
 */
export class ProgressHub extends Context.Service<ProgressHub, ProgressHubShape>()("@quarry/events/ProgressHub") {}
