import type { ProgressEvent } from "./progress.ts";

export type ProgressListener = (event: ProgressEvent) => void;

/** Hears of all documents of a collection. */
export type CollectionProgressListener = (documentId: string, event: ProgressEvent) => void;

/** Document that a progress step belongs to. A document's record is one. */
export interface ProgressSubject {
  readonly id: string;
  readonly collectionId: string;
}

/** Listeners of this process, by document and by collection. */
export class ProgressListeners {
  readonly #ofDocuments = new Map<string, Set<ProgressListener>>();
  readonly #ofCollections = new Map<string, Set<CollectionProgressListener>>();

  notify({ id, collectionId }: ProgressSubject, event: ProgressEvent): void {
    for (const listener of this.#ofDocuments.get(id) ?? []) listener(event);
    for (const listener of this.#ofCollections.get(collectionId) ?? []) listener(id, event);
  }

  /** Returns how to stop. */
  add(documentId: string, listener: ProgressListener): () => void {
    return addTo(this.#ofDocuments, documentId, listener);
  }

  /** Returns how to stop. */
  addToCollection(collectionId: string, listener: CollectionProgressListener): () => void {
    return addTo(this.#ofCollections, collectionId, listener);
  }
}

/** Adds a listener and returns the function that removes it; an id without listeners leaves no entry behind. */
const addTo = <Listener>(listeners: Map<string, Set<Listener>>, id: string, listener: Listener): (() => void) => {
  const own = listeners.get(id) ?? new Set();
  listeners.set(id, own.add(listener));
  return () => {
    own.delete(listener);
    if (own.size === 0 && listeners.get(id) === own) listeners.delete(id);
  };
};
