import { type Transferable, Worker } from "node:worker_threads";
import { PassageIndexError } from "../passage-index-error.ts";
import { type Answers, CLOSE, type Envelope, type Question, type QuestionReply, type Reply } from "../protocol.ts";

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: PassageIndexError) => void;
}

/** What a worker asks in turn is answered with this; errors come to it as what they were here. */
export type AnswerQuestion = (question: unknown) => Promise<unknown>;

const noAnswers: AnswerQuestion = () => Promise.reject(new Error("this worker asks no questions"));

/**
 * Starts a worker thread at once, asks it and matches its replies. A worker that dies fails what it was asked with a retryable error; the
 * next request starts another. `Table` has the answer of each operation by its kind.
 */
export class WorkerClient<Operation extends { readonly kind: keyof Table }, Table = Answers> {
  readonly #url: URL;
  readonly #workerData: unknown;
  readonly #answer: AnswerQuestion;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(url: URL, workerData: unknown, answer: AnswerQuestion = noAnswers) {
    this.#url = url;
    this.#workerData = workerData;
    this.#answer = answer;
    this.#worker = this.#start();
  }

  /** Rejects with a `PassageIndexError`. */
  request<Kind extends Operation["kind"]>(
    collectionId: string,
    operation: Extract<Operation, { readonly kind: Kind }>,
    transfer: readonly Transferable[] = [],
  ): Promise<Table[Kind]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(unavailable("the passage index is closed"));
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      this.#post(id, collectionId, operation, transfer);
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

  /** Ends the worker at once; what it was asked fails with a retryable error. */
  async terminate(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #post(id: number, collectionId: string, operation: Operation, transfer: readonly Transferable[] = []): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, collectionId, operation } satisfies Envelope<Operation>, transfer);
  }

  #start(): Worker {
    const worker = new Worker(this.#url, { workerData: this.#workerData });
    worker.on("message", (message: Reply | Question) => {
      if ("question" in message) void this.#help(worker, message);
      else this.#settle(message);
    });
    worker.on("error", (error) => this.#lose(worker, error instanceof Error ? error.message : String(error)));
    worker.on("exit", (code) => this.#lose(worker, `it ended with code ${code}`));
    return worker;
  }

  async #help(worker: Worker, { question, value }: Question): Promise<void> {
    const reply = await this.#answer(value).then(
      (answer): Reply => ({ id: question, ok: true, value: answer }),
      (error: unknown): Reply => ({ id: question, ok: false, ...described(error) }),
    );
    worker.postMessage({ answerTo: question, reply } satisfies QuestionReply);
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

const described = (error: unknown): Pick<PassageIndexError, "reason" | "message"> =>
  error instanceof PassageIndexError
    ? { reason: error.reason, message: error.message }
    : { reason: "internal", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };

const unavailable = (message: string): PassageIndexError => new PassageIndexError({ reason: "unavailable", message });
