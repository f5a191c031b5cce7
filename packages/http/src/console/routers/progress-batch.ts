import type { ProgressEvent } from "@quarry/events";

/** Progress step of a document. */
export interface DocumentStep extends ProgressEvent {
  readonly documentId: string;
}

export interface ProgressMessage {
  /** Whether a stream begins with it: from now on steps are heard, and what came before may have been missed. */
  readonly isFirst: boolean;
  /** The newest of each document that has made one. */
  readonly steps: readonly DocumentStep[];
}

/**
 * Steps that wait to be sent to one page: the newest of each document. However many documents are in process, and
 * however slow the page is, no more than one step of each is kept.
 */
export class ProgressBatch {
  #steps = new Map<string, ProgressEvent>();

  put(documentId: string, step: ProgressEvent): void {
    this.#steps.set(documentId, step);
  }

  /** Steps since the last call. */
  take(): readonly DocumentStep[] {
    const steps = [...this.#steps].map(([documentId, step]) => ({ documentId, ...step }));
    this.#steps = new Map();
    return steps;
  }
}
