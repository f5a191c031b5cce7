import type { Transferable } from "node:worker_threads";
import type { Piscina } from "piscina";
import { Slots } from "./slots.ts";
import { workerFlags } from "./worker-module.ts";

/**
 * Reason why a task has no result: it was stopped; it took too long; it needed more memory than its thread has; or its
 * thread died or it threw.
 */
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
  /** Module whose default export does one task. */
  readonly module: URL;
  /** Maximum number of threads. */
  readonly threads: number;
  /** Concurrent tasks per thread; more than one only if tasks wait for messages of their own. Default: 1. */
  readonly tasksPerThread?: number;
  /** Milliseconds after which an idle thread ends. */
  readonly idleTimeoutMs: number;
  /** Limit of a thread's JavaScript heap, in megabytes. Memory outside of it (buffers, WebAssembly) is not counted. */
  readonly memoryMegabytes?: number;
}

export interface TaskOptions {
  /** Objects that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[];
  /** Terminates the thread of the task at once, whatever it does. */
  readonly signal?: AbortSignal;
  /** Time limit in milliseconds, from the start of the task; then its thread is terminated. */
  readonly timeoutMs?: number;
}

/**
 * Thread pool for stateless work: threads start with the first task and end when idle. A thread that dies fails its
 * tasks.
 */
export class TaskPool<Task, Result> {
  readonly #options: TaskPoolOptions;
  readonly #slots: Slots;
  /** Functions that end the started tasks with a given failure. */
  readonly #running = new Set<(failure: TaskFailure) => void>();
  #pool: Promise<Piscina<Task, Result>> | undefined;
  #isClosed = false;

  constructor(options: TaskPoolOptions) {
    this.#options = options;
    this.#slots = new Slots(options.threads * (options.tasksPerThread ?? 1));
  }

  /** Runs a task; tasks start in the order of the calls. Rejects with a `TaskFailure`. */
  async run(task: Task, { transfer = [], signal, timeoutMs }: TaskOptions = {}): Promise<Result> {
    const release = await this.#slots.take();
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
        // Piscina derives this type from the wrong overload of postMessage; it accepts a list of transferables.
        transferList: transfer as never,
        signal: stop.signal,
      });
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : this.#isClosed ? CLOSED : failureOf(error);
    } finally {
      this.#running.delete(end);
      clearTimeout(deadline);
      signal?.removeEventListener("abort", endByCaller);
      release();
    }
  }

  /** Terminates all threads, busy or not. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#pool)?.destroy();
  }

  /** Loads the library with the first task: threads import this module too, and it would cost each of them 8 MB. */
  async #open(): Promise<Piscina<Task, Result>> {
    const { module, threads, tasksPerThread = 1, idleTimeoutMs, memoryMegabytes } = this.#options;
    const { Piscina: Pool } = await import("piscina");
    const pool = new Pool<Task, Result>({
      filename: module.href,
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: tasksPerThread,
      idleTimeout: idleTimeoutMs,
      // With Atomics a thread that waits for work blocks, and then can't receive messages on its own port.
      atomics: "disabled",
      execArgv: workerFlags(),
      recordTiming: false,
      ...(memoryMegabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes } }),
    });
    // A thread that dies during a task fails it. A thread can also die after its task was aborted (it runs out of
    // memory while it is being terminated), or before it could start one: the library reports this to no task.
    const failRunning = (error: unknown): void => {
      if (pool.threads.length === 0) for (const end of this.#running) end(failureOf(error));
    };
    pool.on("error", failRunning);
    // Runs after the failures that the library itself reports.
    pool.on("workerDestroy", () => setImmediate(() => failRunning("its thread ended")));
    return pool;
  }
}

const CLOSED = new TaskFailure("stopped", "the threads are closed");

const failureOf = (error: unknown): TaskFailure =>
  new TaskFailure((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "crash", error);
