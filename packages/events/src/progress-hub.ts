import { Redis } from "@quarry/redis";
import { Context, Effect, Layer } from "effect";
import { isFinal, type ProgressEvent } from "./progress.ts";
import { ProgressListeners } from "./progress-listeners.ts";
import { makeRedisProgressHub } from "./progress-redis.ts";

export type ProgressListener = (event: ProgressEvent) => void;

/** Hears of all documents of a collection. */
export type CollectionProgressListener = (documentId: string, event: ProgressEvent) => void;

/** Whose step it is. A document's record is one. */
export interface ProgressSubject {
  readonly id: string;
  readonly collectionId: string;
}

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
export class ProgressHub extends Context.Service<ProgressHub, ProgressHubShape>()("@quarry/events/ProgressHub") {
  /** In this process only. */
  static readonly layer: Layer.Layer<ProgressHub> = Layer.sync(ProgressHub, () => {
    const lastEvents = new Map<string, ProgressEvent>();
    const listeners = new ProgressListeners();
    return {
      publish: (document, event) =>
        Effect.sync(() => {
          // A finished document answers from its record; keeping its last step would keep one for every document.
          if (isFinal(event)) lastEvents.delete(document.id);
          else lastEvents.set(document.id, event);
          listeners.tell(document, event);
        }),
      last: (documentId) => Effect.sync(() => lastEvents.get(documentId)),
      listen: (documentId, listener) => listeners.add(documentId, listener),
      listenToCollection: (collectionId, listener) => listeners.addToCollection(collectionId, listener),
    };
  });

  /** In all processes that share a Redis. While it is away, in this process only. */
  static readonly layerRedis: Layer.Layer<ProgressHub, never, Redis> = Layer.effect(
    ProgressHub,
    Effect.flatMap(Redis, makeRedisProgressHub),
  );
}
