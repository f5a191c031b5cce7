import type { FromWorker, WorkerTask } from "../parse-protocol.ts";

/** Runs parsers in isolation, so that a file can harm nothing but its own parsing. */
export interface ParseRunner {
  /** Starts to read a document; what its worker says goes to `receive`, in order. */
  start(task: WorkerTask, receive: (incoming: FromWorker) => void): ParseRun;
  /** Ends all workers, busy or not. */
  close(): Promise<void>;
}

/** Run of a parser over one document. */
export interface ParseRun {
  /**
   * Resolves when the worker is free again, which is after its last message. Rejects when it was aborted or died
   * instead, then with the `ParseFailure` that says why.
   */
  readonly ended: Promise<void>;
  /** Tells the worker that a batch was taken, so that it sends the next. */
  taken(): void;
  /** Ends the worker at once, whatever it does. Nothing happens when it is free already. */
  abort(): void;
}
