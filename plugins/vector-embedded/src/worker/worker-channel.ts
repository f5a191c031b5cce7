import { Worker } from "node:worker_threads";
import { StoreFailure, toFailureMessage } from "../store-failure.ts";
import type { WorkerMethods, WorkerReply, WorkerRequest } from "./worker-messages.ts";

/** Time for a worker to finish what it has and close its files before it is ended, in milliseconds. */
const CLOSE_TIMEOUT_MS = 10_000;

interface PendingCall {
  readonly resolve: (value: never) => void;
  readonly reject: (error: StoreFailure) => void;
}

/**
 * Calls into one worker thread. A worker that dies fails the calls in flight as `unavailable` (a retry is right: what
 * was not acknowledged may or may not have happened, and every call can be repeated); the next call starts another.
 */
export class WorkerChannel<Methods extends WorkerMethods<Methods>> {
  readonly #url: URL;
  readonly #workerData: unknown;
  readonly #onDeath: (error: Error) => void;
  readonly #pending = new Map<number, PendingCall>();
  /** Small calls that go in one message. */
  #together: WorkerRequest[] = [];
  #worker: Worker | undefined;
  #calls = 0;
  #closed = false;

  constructor(url: URL, workerData: unknown, onDeath: (error: Error) => void) {
    this.#url = url;
    this.#workerData = workerData;
    this.#onDeath = onDeath;
    this.#worker = this.#start();
  }

  call<Name extends keyof Methods & string>(
    method: Name,
    parameters: Parameters<Methods[Name]>[0],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Awaited<ReturnType<Methods[Name]>>> {
    if (this.#closed) return Promise.reject(new StoreFailure("unavailable", "The embedded vector store is closed."));
    return this.#send(method, parameters, transfer);
  }

  /**
   * As `call`, for what is small and comes often: while the worker is at work, what one turn of the event loop asks goes in
   * one message. What is asked of an idle worker goes at once.
   */
  callTogether<Name extends keyof Methods & string>(
    method: Name,
    parameters: Parameters<Methods[Name]>[0],
  ): Promise<Awaited<ReturnType<Methods[Name]>>> {
    if (this.#closed || this.#pending.size === 0) return this.call(method, parameters);
    return this.#expect((call) => {
      this.#together.push({ call, method, parameters });
      if (this.#together.length === 1) setImmediate(() => this.#postTogether());
    });
  }

  /** Lets the worker finish what was sent, then ends it. Later calls fail. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise((resolve) => worker.once("exit", resolve));
    const timer = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS);
    // A worker that dies now is closed as well.
    await this.#send("close", undefined, []).catch(() => {});
    await exited;
    clearTimeout(timer);
  }

  /** Ends the worker as a crash would. For tests of the recovery. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  #send<Value>(method: string, parameters: unknown, transfer: readonly ArrayBuffer[]): Promise<Value> {
    return this.#expect((call) => {
      // Nothing overtakes what was asked before.
      this.#postTogether();
      this.#worker ??= this.#start();
      this.#worker.postMessage({ call, method, parameters } satisfies WorkerRequest, transfer);
    });
  }

  #expect<Value>(post: (call: number) => void): Promise<Value> {
    this.#calls += 1;
    const call = this.#calls;
    return new Promise<Value>((resolve, reject) => {
      this.#pending.set(call, { resolve, reject });
      post(call);
    });
  }

  #postTogether(): void {
    if (this.#together.length === 0) return;
    const requests = this.#together;
    this.#together = [];
    this.#worker ??= this.#start();
    try {
      this.#worker.postMessage(requests);
    } catch (error) {
      // Nobody stands behind this turn to hear of it.
      for (const { call } of requests) this.#settle({ call, failure: toFailureMessage(error) });
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#url, { workerData: this.#workerData, ...workerArguments(this.#url) });
    let failure = new Error("it ended without a reason");
    worker.on("message", (replies: WorkerReply | WorkerReply[]) => {
      if (Array.isArray(replies)) for (const reply of replies) this.#settle(reply);
      else this.#settle(replies);
    });
    worker.on("error", (error) => {
      failure = error as Error;
    });
    worker.once("exit", () => this.#died(worker, failure));
    return worker;
  }

  #settle(reply: WorkerReply): void {
    const pending = this.#pending.get(reply.call);
    if (pending === undefined) return;
    this.#pending.delete(reply.call);
    if ("failure" in reply) pending.reject(new StoreFailure(reply.failure.reason, reply.failure.message));
    else pending.resolve(reply.value as never);
  }

  #died(worker: Worker, error: Error): void {
    if (this.#worker === worker) this.#worker = undefined;
    this.#together = [];
    if (!this.#closed) this.#onDeath(error);
    const message = "A thread of the embedded vector store ended unexpectedly; it is started again.";
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const call of pending) call.reject(new StoreFailure("unavailable", message, { cause: error }));
  }
}

/** In development a worker is TypeScript and imports other packages' sources, also where the parent doesn't say so. */
const workerArguments = (url: URL): { execArgv?: string[] } => (url.pathname.endsWith(".ts") ? { execArgv: [] } : {});
