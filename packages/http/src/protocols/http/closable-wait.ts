import type { ServerResponse } from "node:http";
import { isReceiverClosed } from "./receiver.ts";

/** Result of a wait when the receiver disconnected, or the stream was stopped, before there was a value. */
export const CLOSED = Symbol("closed");

/** Ends a wait when the receiver of an answer disconnects, or on `stop`. Supports one wait at a time. */
export class ClosableWait {
  #isClosed = false;
  #wake: () => void = () => undefined;

  constructor(response: ServerResponse) {
    if (isReceiverClosed(response)) this.#isClosed = true;
    else response.once("close", () => this.stop());
  }

  /** Ends the current and all future waits. */
  stop(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Returns the value, or CLOSED if that comes first. A later failure of the value is not an unhandled rejection. */
  wait<Value>(value: Promise<Value>): Promise<Value | typeof CLOSED> {
    return new Promise((resolve, reject) => {
      // Avoids Promise.race: with one long-lived promise it would retain every wait of a long stream in memory.
      this.#wake = () => resolve(CLOSED);
      value.then(resolve, reject);
      if (this.#isClosed) resolve(CLOSED);
    });
  }
}
