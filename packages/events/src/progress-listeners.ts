import type { ProgressEvent } from "./progress.ts";

export type ProgressListener = (event: ProgressEvent) => void;

/** Listener for all documents of a collection. */
export type CollectionProgressListener = (documentId: string, event: ProgressEvent) => void;

/** Document that a progress step belongs to. A document's record is one. */
export interface ProgressSubject {
  readonly id: string;
  readonly collectionId: string;
}

/** Listeners of this process, by document and by collection. */
export class ProgressListeners {
  readonly #byDocument = new Map<string, Set<ProgressListener>>();
  readonly #byCollection = new Map<string, Set<CollectionProgressListener>>();

  notify({ id, collectionId }: ProgressSubject, event: ProgressEvent): void {
    for (const listener of this.#byDocument.get(id) ?? []) listener(event);
    for (const listener of this.#byCollection.get(collectionId) ?? []) listener(id, event);
  }

  /** Returns a function that removes the listener. */
  add(documentId: string, listener: ProgressListener): () => void {
    return addTo(this.#byDocument, documentId, listener);
  }

  /** Returns a function that removes the listener. */
  addToCollection(collectionId: string, listener: CollectionProgressListener): () => void {
    return addTo(this.#byCollection, collectionId, listener);
  }
}

/** Adds a listener and returns the function that removes it; an id without listeners leaves no entry behind. */
const addTo = <Listener>(listeners: Map<string, Set<Listener>>, id: string, listener: Listener): (() => void) => {
  const subscribers = listeners.get(id) ?? new Set();
  listeners.set(id, subscribers.add(listener));
  return () => {
    subscribers.delete(listener);
    if (subscribers.size === 0 && listeners.get(id) === subscribers) listeners.delete(id);
  };
};
