import type { Transferable } from "node:worker_threads";
import type { Piscina } from "piscina";
import { Slots } from "./slots.ts";
import { workerFlags } from "./worker-module.ts";

/** Why a task has no result: it was stopped, took too long, needed more memory than its thread has, or its thread died or it threw. */
export type TaskFailureReason = "stopped" | "time" | "memory" | "crash";

export class TaskFailure extends Error {
  override readonly name = "TaskFailure";
  readonly reason: TaskFailureReason;

  constructor(reason: TaskFailureReason, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.reason = reason;
  }
}

export interface TaskPoolOptions {
  /** Its default export does one task. */
  readonly module: URL;
  /** Most threads. */
  readonly threads: number;
  /** Tasks that a thread has at a time; more than one only where they wait for messages of their own. Default: 1. */
  readonly tasksPerThread?: number;
  /** Milliseconds after which a thread without work ends. */
  readonly idleTimeoutMs: number;
  /** Megabytes of JavaScript heap of a thread. What lies outside of it (buffers, WebAssembly) is not counted. */
  readonly memoryMegabytes?: number;
}

export interface TaskOptions {
  /** Objects that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[];
  /** Ends the thread of the task at once, whatever it does. */
  readonly signal?: AbortSignal;
  /** Milliseconds that the task may take, once it has begun; then its thread is ended. */
  readonly timeoutMs?: number;
}

/** Threads for work without state: they start with the first task, end when there is none, and one that dies costs its tasks. */
export class TaskPool<Task, Result> {
  readonly #options: TaskPoolOptions;
  readonly #slots: Slots;
  /** Functions that end the tasks that have begun, with the failure that they are given. */
  readonly #running = new Set<(failure: TaskFailure) => void>();
  #pool: Promise<Piscina<Task, Result>> | undefined;
  #isClosed = false;

  constructor(options: TaskPoolOptions) {
    this.#options = options;
    this.#slots = new Slots(options.threads * (options.tasksPerThread ?? 1));
  }

  /** Tasks are begun in their order. Rejects with a `TaskFailure`. */
  async run(task: Task, { transfer = [], signal, timeoutMs }: TaskOptions = {}): Promise<Result> {
    const leave = await this.#slots.take();
    const stop = new AbortController();
    const end = (failure: TaskFailure): void => stop.abort(failure);
    const endByCaller = (): void => end(new TaskFailure("stopped", signal?.reason));
    const deadline =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => end(new TaskFailure("time", `longer than ${timeoutMs} ms`)), timeoutMs);
    signal?.addEventListener("abort", endByCaller, { once: true });
    try {
      if (this.#isClosed) throw CLOSED;
      if (signal?.aborted === true) endByCaller();
      this.#pool ??= this.#open();
      const pool = await this.#pool;
      this.#running.add(end);
      return await pool.run(task, {
        // Piscina derives this type from the wrong overload of postMessage; a list of transferables is what it takes.
        transferList: transfer as never,
        signal: stop.signal,
      });
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : this.#isClosed ? CLOSED : failureOf(error);
    } finally {
      this.#running.delete(end);
      clearTimeout(deadline);
      signal?.removeEventListener("abort", endByCaller);
      leave();
    }
  }

  /** Ends all threads, busy or not. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#pool)?.destroy();
  }

  /** The library is loaded by the first task: threads import this module too, and it would cost each of them 8 MB. */
  async #open(): Promise<Piscina<Task, Result>> {
    const { module, threads, tasksPerThread = 1, idleTimeoutMs, memoryMegabytes } = this.#options;
    const { Piscina: Pool } = await import("piscina");
    const pool = new Pool<Task, Result>({
      filename: module.href,
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: tasksPerThread,
      idleTimeout: idleTimeoutMs,
      // With Atomics a thread that waits for work blocks, and then can't hear a port of its own.
      atomics: "disabled",
      execArgv: workerFlags(),
      recordTiming: false,
      ...(memoryMegabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes } }),
    });
    // A thread that dies with a task fails it. One may also die after its task was given up (it runs out of memory while it is
    // being ended), or before it could begin one: of that the library tells no task.
    const endForsaken = (error: unknown): void => {
      if (pool.threads.length === 0) for (const end of this.#running) end(failureOf(error));
    };
    pool.on("error", endForsaken);
    // Later than the failures that the library tells.
    pool.on("workerDestroy", () => setImmediate(() => endForsaken("its thread ended")));
    return pool;
  }
}

const CLOSED = new TaskFailure("stopped", "the threads are closed");

const failureOf = (error: unknown): TaskFailure =>
  new TaskFailure((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "crash", error);
