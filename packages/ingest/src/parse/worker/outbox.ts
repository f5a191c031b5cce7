import {
  type AttachedFile,
  type ChunkBatch,
  type FromWorker,
  MAX_BATCHES_IN_FLIGHT,
  type PageProgress,
  type PageShown,
  type ParseBroken,
  type ParseEnd,
  REPORT_INTERVAL_MS,
} from "../parse-protocol.ts";

/** The sending end of a document's reading, with back-pressure: so many batches are on the way, and no more. */
export class Outbox {
  readonly #send: (outgoing: FromWorker) => void;
  #inFlight = 0;
  #reportedAt = 0;
  #begunAt = 0;
  #uncountedMs = 0;
  #wake: () => void = () => undefined;

  constructor(send: (outgoing: FromWorker) => void) {
    this.#send = send;
  }

  /** Worker and parser are there: from now on the time is the document's. */
  begin(): void {
    this.#reportedAt = performance.now();
    this.#begunAt = this.#reportedAt;
    this.#send({ type: "begun" });
  }

  /** No more than has passed: a parser must not free itself of its limit. */
  uncountedTime(milliseconds: number): void {
    const possible = performance.now() - this.#begunAt - this.#uncountedMs;
    const uncounted = Math.min(milliseconds, possible);
    this.#uncountedMs += uncounted;
    this.#send({ type: "uncounted_time", milliseconds: uncounted });
  }

  /** Whether the last report is so old that a new one is due. */
  get isReportDue(): boolean {
    return performance.now() - this.#reportedAt >= REPORT_INTERVAL_MS;
  }

  reportPages(pages: PageProgress): void {
    this.#reportedAt = performance.now();
    this.#send({ type: "pages", pages });
  }

  /** Resolves when there is room for the next. */
  async sendChunks(batch: Omit<ChunkBatch, "type">): Promise<void> {
    await this.#sendInOrder({ type: "chunks", ...batch });
  }

  /** Resolves when there is room for the next. */
  async sendAttachment(file: Omit<AttachedFile, "type">): Promise<void> {
    await this.#sendInOrder({ type: "attachment", ...file });
  }

  async #sendInOrder(message: ChunkBatch | AttachedFile): Promise<void> {
    while (this.#inFlight >= MAX_BATCHES_IN_FLIGHT) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#inFlight += 1;
    this.#reportedAt = performance.now();
    this.#send(message);
  }

  /** The receiver has taken a batch or a file. */
  taken(): void {
    this.#inFlight -= 1;
    this.#wake();
  }

  finish(last: ParseEnd | PageShown | ParseBroken): void {
    this.#send(last);
  }
}
