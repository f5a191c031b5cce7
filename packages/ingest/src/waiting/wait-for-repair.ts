import { type JobResult, parked } from "@quarry/jobs";

/** How long after a repair the documents that waited for it go on, at most. */
const LOOKS_AGAIN_AFTER_MS = 30_000;

/**
 * Gives the place of a job back until the index of its collection is well: nothing is wrong with the document, so that it
 * is not failed, however long that takes.
 */
export const waitForRepair = (message: string): JobResult =>
  parked({
    error: message,
    afterMs: LOOKS_AGAIN_AFTER_MS,
    wait: { for: "the repair of an index", until: null, memory: {} },
  });
