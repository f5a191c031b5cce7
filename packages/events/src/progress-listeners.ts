import type { ProgressEvent } from "./progress.ts";
import type { ProgressListener } from "./progress-hub.ts";

/** Who listens to which document, in this process. */
export class ProgressListeners {
  readonly #listeners = new Map<string, Set<ProgressListener>>();

  tell(documentId: string, event: ProgressEvent): void {
    for (const listener of this.#listeners.get(documentId) ?? []) listener(event);
  }

  /** Returns how to stop. */
  add(documentId: string, listener: ProgressListener): () => void {
    const own = this.#listeners.get(documentId) ?? new Set();
    this.#listeners.set(documentId, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0 && this.#listeners.get(documentId) === own) this.#listeners.delete(documentId);
    };
  }
}
