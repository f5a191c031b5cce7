import type { FromWorker, WorkerTask } from "./parse-protocol.ts";

export type ToParseProcess =
  | { readonly type: "parse"; readonly task: WorkerTask }
  /** Acknowledges a batch of chunks. */
  | { readonly type: "taken" };

export type FromParseProcess =
  | FromWorker
  /** Sent once, when the process can receive a task. */
  | { readonly type: "ready" }
  /**
   * Sent after the last message of a document. Not reusable: too much memory is left over, so a new process is better.
   */
  | { readonly type: "free"; readonly isReusable: boolean };

/** Last line on standard error of a process that ended itself because it used too much memory. */
export const OVER_MEMORY = "quarry: over the memory limit";
