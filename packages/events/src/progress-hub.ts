import { Redis } from "@quarry/redis";
import { Context, Effect, Layer } from "effect";
import { isFinal, type ProgressEvent } from "./progress.ts";
import { ProgressListeners } from "./progress-listeners.ts";
import { makeRedisProgressHub } from "./progress-redis.ts";

export type ProgressListener = (event: ProgressEvent) => void;

export interface ProgressHubShape {
  /** Tells every listener of the document, without waiting for those in other processes. Never fails. */
  publish(documentId: string, event: ProgressEvent): Effect.Effect<void>;
  /** The last step of a document that is being processed, as far as it is known. */
  last(documentId: string): Effect.Effect<ProgressEvent | undefined>;
  /**
   * Calls `listener` with every step from now on, in order, while it is published: it must be quick and must not throw.
   * Returns how to stop that.
   */
  listen(documentId: string, listener: ProgressListener): () => void;
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
      publish: (documentId, event) =>
        Effect.sync(() => {
          // A finished document answers from its record; keeping its last step would keep one for every document.
          if (isFinal(event)) lastEvents.delete(documentId);
          else lastEvents.set(documentId, event);
          listeners.tell(documentId, event);
        }),
      last: (documentId) => Effect.sync(() => lastEvents.get(documentId)),
      listen: (documentId, listener) => listeners.add(documentId, listener),
    };
  });

  /** In all processes that share a Redis. While it is away, in this process only. */
  static readonly layerRedis: Layer.Layer<ProgressHub, never, Redis> = Layer.effect(
    ProgressHub,
    Effect.flatMap(Redis, makeRedisProgressHub),
  );
}
