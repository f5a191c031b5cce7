import type { ProgressEvent } from "@quarry/events";
import type { DocumentStep } from "../../rpc/index.ts";

export interface ProgressMessage {
  /**
   * Whether this is the first message of a stream. Steps are received from now on; earlier ones may have been missed.
   */
  readonly isFirst: boolean;
  /** Newest step of each document that has one. */
  readonly steps: readonly DocumentStep[];
}

/**
 * Buffer of steps to be sent to one page. It stores only the newest step of each document, however many documents are
 * in processing and however slow the page is.
 */
export class ProgressBatch {
  #steps = new Map<string, ProgressEvent>();

  put(documentId: string, step: ProgressEvent): void {
    this.#steps.set(documentId, step);
  }

  /** Removes and returns the steps since the last call. */
  take(): readonly DocumentStep[] {
    const steps = [...this.#steps].map(([documentId, step]) => ({ documentId, ...step }));
    this.#steps = new Map();
    return steps;
  }
}
