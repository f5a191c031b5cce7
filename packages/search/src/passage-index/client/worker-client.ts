import { type Transferable, Worker } from "node:worker_threads";
import { GivenUpRequests } from "../given-up-requests.ts";
import { PassageIndexError } from "../passage-index-error.ts";
import { type Answers, CLOSE, type Envelope, type Question, type QuestionReply, type Reply } from "../protocol.ts";

export interface RequestOptions {
  /** What is handed over instead of copied. */
  readonly transfer?: readonly Transferable[];
  /** Aborted when nobody waits for the answer any more: what is not begun is not done, and what is begun ends early. */
  readonly signal?: AbortSignal | undefined;
}

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
  readonly #workerData: object;
  readonly #answer: AnswerQuestion;
  readonly #pending = new Map<number, Pending>();
  /** Small requests that go in one message. */
  #together: Envelope<Operation>[] = [];
  readonly #givenUp = new GivenUpRequests();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(url: URL, workerData: object, answer: AnswerQuestion = noAnswers) {
    this.#url = url;
    this.#workerData = workerData;
    this.#answer = answer;
    this.#worker = this.#start();
  }

  /** Rejects with a `PassageIndexError`. */
  request<Kind extends Operation["kind"]>(
    collectionId: string,
    operation: Extract<Operation, { readonly kind: Kind }>,
    { transfer, signal }: RequestOptions = {},
  ): Promise<Table[Kind]> {
    return this.#expect((id) => {
      this.#post(id, collectionId, operation, transfer);
      signal?.addEventListener("abort", () => this.#giveUp(id), { once: true });
    }, signal);
  }

  /**
   * As `request`, for what is small and comes often, to a worker that takes lists: while it is at work, what one turn of the
   * event loop asks goes in one message. What is asked of an idle worker goes at once.
   */
  requestTogether<Kind extends Operation["kind"]>(
    collectionId: string,
    operation: Extract<Operation, { readonly kind: Kind }>,
  ): Promise<Table[Kind]> {
    return this.#expect((id) => {
      if (this.#pending.size === 1) return this.#post(id, collectionId, operation);
      this.#together.push({ id, collectionId, operation });
      if (this.#together.length === 1) setImmediate(() => this.#postTogether());
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
    this.#postTogether();
    worker.postMessage(CLOSE);
    await exited;
  }

  /** Ends the worker at once; what it was asked fails with a retryable error. */
  async terminate(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #expect<Value>(post: (id: number) => void, signal?: AbortSignal): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(unavailable("nobody waits for the answer any more"));
      if (this.#isClosed) return reject(unavailable("the passage index is closed"));
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      post(id);
    });
  }

  #giveUp(id: number): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    this.#givenUp.add(id);
    pending.reject(unavailable("nobody waits for the answer any more"));
  }

  #postTogether(): void {
    if (this.#together.length === 0) return;
    const envelopes = this.#together;
    this.#together = [];
    this.#worker ??= this.#start();
    try {
      this.#worker.postMessage(envelopes);
    } catch (error) {
      // Nobody stands behind this turn to hear of it.
      for (const { id } of envelopes) this.#settle({ id, ok: false, ...described(error) });
    }
  }

  #post(id: number, collectionId: string, operation: Operation, transfer: readonly Transferable[] = []): void {
    // Nothing overtakes what was asked before.
    this.#postTogether();
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, collectionId, operation } satisfies Envelope<Operation>, transfer);
  }

  #start(): Worker {
    const workerData = { ...this.#workerData, givenUp: this.#givenUp.memory };
    const worker = new Worker(this.#url, { workerData });
    worker.on("message", (message: Reply | Reply[] | Question) => {
      if (Array.isArray(message)) for (const reply of message) this.#settle(reply);
      else if ("question" in message) void this.#help(worker, message);
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
    this.#together = [];
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
