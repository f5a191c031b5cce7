import { Effect, Layer } from "effect";
import { isFinal, type ProgressEvent } from "./progress.ts";
import { ProgressHub } from "./progress-hub.ts";
import { ProgressListeners } from "./progress-listeners.ts";

/** In this process only. */
export const localProgressHub: Layer.Layer<ProgressHub> = Layer.sync(ProgressHub, () => {
  const lastEvents = new Map<string, ProgressEvent>();
  const listeners = new ProgressListeners();
  return {
    publish: (document, event) =>
      Effect.sync(() => {
        // A finished document answers from its record; keeping its last step would keep one for every document.
        if (isFinal(event)) lastEvents.delete(document.id);
        else lastEvents.set(document.id, event);
        listeners.notify(document, event);
      }),
    last: (documentId) => Effect.sync(() => lastEvents.get(documentId)),
    listen: (documentId, listener) => listeners.add(documentId, listener),
    listenToCollection: (collectionId, listener) => listeners.addToCollection(collectionId, listener),
  };
});
