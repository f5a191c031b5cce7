import type { ActiveTimeLimit } from "./active-time-limit.ts";
import { type FromWorker, isAnswered, MAX_BATCHES_IN_FLIGHT, type ParseMessage } from "./parse-protocol.ts";

/** Receiving end of a document's parsing. The time limit pauses while the worker waits for the receiver. */
export class Inbox {
  readonly #limit: ActiveTimeLimit;
  readonly #onBegun: () => void;
  readonly #received: ParseMessage[] = [];
  #batches = 0;
  #failure: unknown;
  #wake: () => void = () => undefined;

  constructor(limit: ActiveTimeLimit, onBegun: () => void) {
    this.#limit = limit;
    this.#onBegun = onBegun;
  }

  receive(incoming: FromWorker): void {
    if (incoming.type === "uncounted_time") {
      this.#limit.extend(incoming.milliseconds);
      return;
    }
    if (incoming.type === "begun") {
      this.#onBegun();
      this.#limit.run();
      return;
    }
    this.#store(incoming);
    if (this.#batches >= MAX_BATCHES_IN_FLIGHT) this.#limit.pause();
    this.#wake();
  }

  /** Fails `take` once all received messages are taken. Only the first failure counts. */
  fail(failure: unknown): void {
    this.#failure ??= failure;
    this.#wake();
  }

  async take(): Promise<ParseMessage> {
    for (;;) {
      const first = this.#received.shift();
      if (first !== undefined) {
        if (isAnswered(first)) this.#batches -= 1;
        this.#limit.run();
        return first;
      }
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Only the latest page count matters. */
  #store(incoming: ParseMessage): void {
    if (isAnswered(incoming)) this.#batches += 1;
    if (incoming.type === "pages" && this.#received.at(-1)?.type === "pages") this.#received.pop();
    this.#received.push(incoming);
  }
}
