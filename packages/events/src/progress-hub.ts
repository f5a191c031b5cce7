import { Context, Effect, Layer } from "effect";
import { isFinal, type ProgressEvent } from "./progress.ts";

export type ProgressListener = (event: ProgressEvent) => void;

export interface ProgressHubShape {
  /** Tells every listener of the document. Costs nothing when there is none. */
  publish(documentId: string, event: ProgressEvent): Effect.Effect<void>;
  /** The last step of a document that is being processed in this process. */
  last(documentId: string): Effect.Effect<ProgressEvent | undefined>;
  /**
   * Calls `listener` with every step from now on, in order, while it is published: it must be quick and must not throw.
   * Returns how to stop that.
   */
  listen(documentId: string, listener: ProgressListener): () => void;
}

/** Where the pipeline tells how far documents are and the progress streams listen. In this process only. */
export class ProgressHub extends Context.Service<ProgressHub, ProgressHubShape>()("@quarry/events/ProgressHub") {
  static readonly layer: Layer.Layer<ProgressHub> = Layer.sync(ProgressHub, () => {
    const lastEvents = new Map<string, ProgressEvent>();
    const listeners = new Map<string, Set<ProgressListener>>();

    const publish = (documentId: string, event: ProgressEvent) =>
      Effect.sync(() => {
        // A finished document answers from its record; keeping its last step would keep one for every document.
        if (isFinal(event)) lastEvents.delete(documentId);
        else lastEvents.set(documentId, event);
        for (const listener of listeners.get(documentId) ?? []) listener(event);
      });

    const listen = (documentId: string, listener: ProgressListener) => {
      const own = listeners.get(documentId) ?? new Set();
      listeners.set(documentId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(documentId) === own) listeners.delete(documentId);
      };
    };

    return { publish, last: (documentId) => Effect.sync(() => lastEvents.get(documentId)), listen };
  });
}
