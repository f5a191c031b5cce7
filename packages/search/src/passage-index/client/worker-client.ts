import { Worker } from "node:worker_threads";
import { PassageIndexError } from "../passage-index-error.ts";
import { type Answers, CLOSE, type Envelope, type Reply } from "../protocol.ts";

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: PassageIndexError) => void;
}

/**
 * Starts a worker thread at once, asks it and matches its replies. A worker that dies fails what it was asked with a retryable error; the
 * next request starts another.
 */
export class WorkerClient<Operation extends { readonly kind: keyof Answers }> {
  readonly #url: URL;
  readonly #workerData: unknown;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(url: URL, workerData: unknown) {
    this.#url = url;
    this.#workerData = workerData;
    this.#worker = this.#start();
  }

  /** Rejects with a `PassageIndexError`. */
  request<Kind extends Operation["kind"]>(
    collectionId: string,
    operation: Extract<Operation, { readonly kind: Kind }>,
  ): Promise<Answers[Kind]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(unavailable("the passage index is closed"));
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      this.#post(id, collectionId, operation);
    });
  }

  /** Sends a part of a request: it gets no reply of its own. */
  send(collectionId: string, operation: Operation): void {
    if (!this.#isClosed) this.#post(0, collectionId, operation);
  }

  /** Ends the worker after what it was asked before. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage(CLOSE);
    await exited;
  }

  #post(id: number, collectionId: string, operation: Operation): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, collectionId, operation } satisfies Envelope<Operation>);
  }

  #start(): Worker {
    const worker = new Worker(this.#url, { workerData: this.#workerData });
    worker.on("message", (reply: Reply) => this.#settle(reply));
    worker.on("error", (error) => this.#lose(worker, error instanceof Error ? error.message : String(error)));
    worker.on("exit", (code) => this.#lose(worker, `it ended with code ${code}`));
    return worker;
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if (pending === undefined) return;
    this.#pending.delete(reply.id);
    if (reply.ok) pending.resolve(reply.value as never);
    else pending.reject(new PassageIndexError({ reason: reply.reason, message: reply.message }));
  }

  #lose(worker: Worker, cause: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of lost) pending.reject(unavailable(`a worker thread of the passage index stopped: ${cause}`));
  }
}

const unavailable = (message: string): PassageIndexError => new PassageIndexError({ reason: "unavailable", message });
