import type { FromWorker, WorkerTask } from "../parse-protocol.ts";

/** Runs parsers in isolation, so that a file can only affect its own parsing. */
export interface ParseRunner {
  /** Starts to parse a document; passes its worker's messages to `receive`, in order. */
  start(task: WorkerTask, receive: (incoming: FromWorker) => void): ParseRun;
  /** Ends all workers, busy or not. */
  close(): Promise<void>;
}

/** Run of a parser over one document. */
export interface ParseRun {
  /**
   * Resolves when the worker is free again, after its last message. If it was aborted or died instead, rejects with a
   * `ParseFailure` that contains the reason.
   */
  readonly ended: Promise<void>;
  /** Acknowledges a batch, so that the worker sends the next. */
  taken(): void;
  /** Ends the worker at once. No effect if it is already free. */
  abort(): void;
}
