import { Context, type Effect } from "effect";
import type { ProgressEvent } from "./progress.ts";
import type { CollectionProgressListener, ProgressListener, ProgressSubject } from "./progress-listeners.ts";

export interface ProgressHubShape {
  /** Tells every listener of the document and its collection, without waiting for those in other processes. Never fails. */
  publish(document: ProgressSubject, event: ProgressEvent): Effect.Effect<void>;
  /** The last step of a document that is being processed, as far as it is known. */
  last(documentId: string): Effect.Effect<ProgressEvent | undefined>;
  /**
   * Calls `listener` with every step from now on, in order, while it is published: it must be quick and must not throw.
   * Returns how to stop that.
   */
  listen(documentId: string, listener: ProgressListener): () => void;
  /** As `listen`, for every document of a collection, those that are yet to come as well. */
  listenToCollection(collectionId: string, listener: CollectionProgressListener): () => void;
}

/**
 * Where the pipeline tells how far documents are and the progress streams listen. Steps may be missed, the final one
 * too: the document's record is the truth.
 */
export class ProgressHub extends Context.Service<ProgressHub, ProgressHubShape>()("@quarry/events/ProgressHub") {}
