import type { FromWorker, WorkerTask } from "./parse-protocol.ts";

export type ToParseProcess =
  | { readonly type: "parse"; readonly task: WorkerTask }
  /** A batch of chunks was taken. */
  | { readonly type: "taken" };

export type FromParseProcess =
  | FromWorker
  /** Once, when a task can be sent. */
  | { readonly type: "ready" }
  /** After the last message of a document. Not fit: what it left behind makes a new process the better place. */
  | { readonly type: "free"; readonly isReusable: boolean };

/** Last line on standard error of a process that ended itself because it took too much memory. */
export const OVER_MEMORY = "quarry: over the memory limit";
