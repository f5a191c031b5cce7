import { Effect, Layer } from "effect";
import { isFinal, type ProgressEvent } from "./progress.ts";
import { ProgressHub } from "./progress-hub.ts";
import { ProgressListeners } from "./progress-listeners.ts";

/** Progress hub for this process only. */
export const localProgressHub: Layer.Layer<ProgressHub> = Layer.sync(ProgressHub, () => {
  const lastEvents = new Map<string, ProgressEvent>();
  const listeners = new ProgressListeners();
  return {
    publish: (document, event) =>
      Effect.sync(() => {
        // The record of a finished document has its state. Retaining last steps would retain one per document.
        if (isFinal(event)) lastEvents.delete(document.id);
        else lastEvents.set(document.id, event);
        listeners.notify(document, event);
      }),
    last: (documentId) => Effect.sync(() => lastEvents.get(documentId)),
    listen: (documentId, listener) => listeners.add(documentId, listener),
    listenToCollection: (collectionId, listener) => listeners.addToCollection(collectionId, listener),
  };
});
