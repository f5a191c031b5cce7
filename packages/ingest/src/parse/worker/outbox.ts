import {
  type AttachedFile,
  type ChunkBatch,
  type FromWorker,
  MAX_BATCHES_IN_FLIGHT,
  type PageProgress,
  type PageRendered,
  type ParseBroken,
  type ParseEnd,
  REPORT_INTERVAL_MS,
} from "../parse-protocol.ts";

/** Sending end of a document's parsing, with back-pressure: limits the batches in flight. */
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

  /** Worker and parser are loaded: from now on time counts as the document's. */
  begin(): void {
    this.#reportedAt = performance.now();
    this.#begunAt = this.#reportedAt;
    this.#send({ type: "begun" });
  }

  /** Never exceeds the elapsed time, so that a parser can't evade its limit. */
  uncountedTime(milliseconds: number): void {
    const possible = performance.now() - this.#begunAt - this.#uncountedMs;
    const uncounted = Math.min(milliseconds, possible);
    this.#uncountedMs += uncounted;
    this.#send({ type: "uncounted_time", milliseconds: uncounted });
  }

  /** Whether a new progress report is due. */
  get isReportDue(): boolean {
    return performance.now() - this.#reportedAt >= REPORT_INTERVAL_MS;
  }

  reportPages(pages: PageProgress): void {
    this.#reportedAt = performance.now();
    this.#send({ type: "pages", pages });
  }

  /** Resolves when the batch is sent, once there is room in the window. */
  async sendChunks(batch: Omit<ChunkBatch, "type">): Promise<void> {
    await this.#sendInOrder({ type: "chunks", ...batch });
  }

  /** Resolves when the file is sent, once there is room in the window. */
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

  /** Handles the acknowledgement of a batch or a file. */
  taken(): void {
    this.#inFlight -= 1;
    this.#wake();
  }

  finish(last: ParseEnd | PageRendered | ParseBroken): void {
    this.#send(last);
  }
}
