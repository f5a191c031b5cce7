import type { ServerResponse } from "node:http";
import { isReceiverGone } from "./receiver.ts";

/** Result of a wait when the receiver disconnected, or the stream was stopped, before there was a value. */
export const CLOSED = Symbol("closed");

/** Lets one wait at a time end when the receiver of an answer leaves, or when someone stops it. */
export class UntilClosed {
  #isClosed = false;
  #wake: () => void = () => undefined;

  constructor(response: ServerResponse) {
    if (isReceiverGone(response)) this.#isClosed = true;
    else response.once("close", () => this.stop());
  }

  /** Ends the present and all future waits. */
  stop(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** The value, or CLOSED if that comes first. A value that fails later than that is not an unhandled rejection. */
  wait<Value>(value: Promise<Value>): Promise<Value | typeof CLOSED> {
    return new Promise((resolve, reject) => {
      // Not Promise.race: against one long-lived promise it would keep every wait of a long stream in memory.
      this.#wake = () => resolve(CLOSED);
      value.then(resolve, reject);
      if (this.#isClosed) resolve(CLOSED);
    });
  }
}
