import { type Transferable, Worker } from "node:worker_threads";
import {
  type CallFailure,
  type CallMessage,
  CLOSE,
  type FromThread,
  type Question,
  type Reply,
  type ThreadMethods,
  type ToThread,
} from "./channel-messages.ts";
import { AbandonedCalls } from "./abandoned-calls.ts";
import { workerFlags } from "./worker-module.ts";

/** Reason why a call has no answer from the thread: it was refused, its thread died, or its caller gave up. */
export type LostCall = "closed" | "ended" | "given up";

export interface ThreadChannelOptions {
  /** Module of the thread, which calls `serveCalls`. */
  readonly module: URL;
  /** Contents of `workerData` in the thread. */
  readonly data: object;
  /** Returns the error for a lost call; `cause` is why its thread died. */
  readonly lost: (why: LostCall, cause?: Error) => Error;
  /** Returns the error for a failure from the thread's own `toFailure`. */
  readonly failed: (failure: CallFailure) => Error;
  /** Returns, for the opposite direction, the failure for an error of `answer`. */
  readonly toFailure: (error: unknown) => CallFailure;
  /** Called each time the thread dies unexpectedly. */
  readonly onEnd?: (cause: Error) => void;
  /** Answers questions of the thread. */
  readonly answer?: (question: unknown) => Promise<unknown>;
  /** Milliseconds after which a closing thread is terminated in the middle of its work. Default: never. */
  readonly closeTimeoutMs?: number;
}

export interface CallOptions {
  /** Objects that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[];
  /**
   * Aborted when no caller waits for the answer any more: a call that has not started is skipped, one that has started
   * ends at a checkpoint.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * For small, frequent calls: while the thread is busy, all calls of one round of the event loop are sent in one
   * message. A call to an idle thread is sent at once.
   */
  readonly isSmall?: boolean;
  /**
   * Called if the thread becomes free for another call before it answers this one, because the answer waits for another
   * thread.
   */
  readonly onWait?: () => void;
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly onWait: (() => void) | undefined;
}

/**
 * Calls into one thread that owns a resource, such as the writer of a file. The first call starts the thread; calls
 * arrive in order. If the thread dies, pending calls fail (they may or may not have been executed), and the next call
 * starts another thread.
 */
export class ThreadChannel<Methods extends ThreadMethods<Methods>> {
  readonly #options: ThreadChannelOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #abandoned = new AbandonedCalls();
  /** Small calls that will be sent in one message. */
  #together: CallMessage[] = [];
  #worker: Worker | undefined;
  #lastCall = 0;
  #isClosed = false;

  constructor(options: ThreadChannelOptions) {
    this.#options = options;
  }

  call<Name extends keyof Methods & string>(
    method: Name,
    parameters: Parameters<Methods[Name]>[0],
    { transfer, signal, isSmall = false, onWait }: CallOptions = {},
  ): Promise<Awaited<ReturnType<Methods[Name]>>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(this.#options.lost("given up"));
      if (this.#isClosed) return reject(this.#options.lost("closed"));
      const call = ++this.#lastCall;
      this.#pending.set(call, { resolve, reject, onWait });
      signal?.addEventListener("abort", () => this.#giveUp(call), { once: true });
      const message = { call, method, parameters };
      if (isSmall && this.#pending.size > 1) return this.#postLater(message);
      try {
        this.#post(message, transfer);
      } catch (error) {
        this.#pending.delete(call);
        throw error;
      }
    });
  }

  /**
   * Sends a message that gets no reply of its own, such as a part of a call. Returns false, and sends nothing, once the
   * channel is closed.
   */
  send<Name extends keyof Methods & string>(
    method: Name,
    parameters: Parameters<Methods[Name]>[0],
    transfer?: readonly Transferable[],
  ): boolean {
    if (!this.#isClosed) this.#post({ call: 0, method, parameters }, transfer);
    return !this.#isClosed;
  }

  /** Ends the thread after it has done all earlier calls. Later calls fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise((resolve) => worker.once("exit", resolve));
    this.#postTogether();
    worker.postMessage(CLOSE satisfies ToThread);
    const { closeTimeoutMs } = this.#options;
    const timer = closeTimeoutMs === undefined ? undefined : setTimeout(() => void worker.terminate(), closeTimeoutMs);
    await exited;
    clearTimeout(timer);
  }

  /** Closes without waiting for anything: pending calls are lost. */
  async terminate(): Promise<void> {
    this.#isClosed = true;
    await this.kill();
  }

  /** Terminates the thread, as in a crash. For tests of the recovery. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  #giveUp(call: number): void {
    const pending = this.#pending.get(call);
    if (pending === undefined) return;
    this.#pending.delete(call);
    this.#abandoned.add(call);
    pending.reject(this.#options.lost("given up"));
  }

  #post(message: CallMessage, transfer: readonly Transferable[] = []): void {
    // Preserves the order of calls.
    this.#postTogether();
    this.#worker ??= this.#start();
    this.#worker.postMessage(message satisfies ToThread, transfer);
  }

  #postLater(message: CallMessage): void {
    this.#together.push(message);
    if (this.#together.length === 1) setImmediate(() => this.#postTogether());
  }

  #postTogether(): void {
    if (this.#together.length === 0) return;
    const messages = this.#together;
    this.#together = [];
    this.#worker ??= this.#start();
    try {
      this.#worker.postMessage(messages satisfies ToThread);
    } catch (error) {
      // No caller is on the stack here to catch the error, so each call fails by itself.
      for (const { call } of messages) this.#settle({ call, failure: this.#options.toFailure(error) });
    }
  }

  #start(): Worker {
    const { module, data } = this.#options;
    const worker = new Worker(module, {
      workerData: { ...data, givenUp: this.#abandoned.memory },
      execArgv: workerFlags(),
    });
    let cause: Error | undefined;
    worker.on("message", (message: FromThread) => {
      if (Array.isArray(message)) for (const reply of message as readonly Reply[]) this.#settle(reply);
      else if ("question" in message) void this.#help(worker, message);
      else if ("waiting" in message) this.#pending.get(message.waiting)?.onWait?.();
      else this.#settle(message as Reply);
    });
    worker.on("error", (error) => {
      cause = error instanceof Error ? error : new Error(String(error));
    });
    worker.once("exit", (code) => this.#lose(worker, cause ?? new Error(`it ended with code ${code}`)));
    return worker;
  }

  async #help(worker: Worker, { question, value }: Question): Promise<void> {
    const { answer, toFailure } = this.#options;
    const reply = await answer!(value).then(
      (found): Reply => ({ call: question, value: found }),
      (error: unknown): Reply => {
        const { reason, message } = toFailure(error);
        return { call: question, failure: { reason, message } };
      },
    );
    worker.postMessage({ answer: reply } satisfies ToThread);
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.call);
    if (pending === undefined) return;
    this.#pending.delete(reply.call);
    if ("failure" in reply) pending.reject(this.#options.failed(reply.failure));
    else pending.resolve(reply.value as never);
  }

  #lose(worker: Worker, cause: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#together = [];
    if (!this.#isClosed) this.#options.onEnd?.(cause);
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) reject(this.#options.lost("ended", cause));
  }
}
