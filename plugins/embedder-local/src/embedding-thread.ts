import { Worker } from "node:worker_threads";
import { PluginError, type PluginErrorReason } from "@quarry/plugin";
import { Effect, type Scope } from "effect";
import type { EmbeddingJob, EmbeddingJobResult, NumberedJob } from "./embedding-job.ts";
import { GivenUpJob } from "./given-up-job.ts";

/**
 * A batch takes well under a second. A job that runs this long hangs, and would stop every upload behind it: its
 * thread is ended.
 */
const JOB_TIMEOUT_MS = 60_000;

const workerUrl = new URL(
  import.meta.url.endsWith(".ts") ? "./embedding-worker.ts" : "./embedding-worker.js",
  import.meta.url,
);

interface QueuedJob {
  readonly number: number;
  readonly job: EmbeddingJob;
  readonly settle: (outcome: Effect.Effect<EmbeddingJobResult, PluginError>) => void;
}

export interface EmbeddingThread {
  /**
   * Does a job off the main thread; jobs are done one after the other. Interrupted before its turn, a job is never
   * done; later, it ends with the text that it is at. Fails with `unavailable` when the thread dies, and with `limit` when the job takes longer than a minute.
   */
  readonly run: <Job extends EmbeddingJob>(job: Job) => Effect.Effect<EmbeddingJobResult<Job>, PluginError>;
}

export interface EmbeddingThreadOptions {
  /** Most heap of the thread, in MB. */
  readonly workerMemoryMb: number;
  /** Default: a minute. */
  readonly jobTimeoutMs?: number;
}

/** The embedder's thread: started by the first job, started again after it died, ended with the scope. */
export const makeEmbeddingThread = (
  options: EmbeddingThreadOptions,
): Effect.Effect<EmbeddingThread, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new JobQueue(options)),
      (queue) => Effect.promise(() => queue.close()),
    ),
    (queue) => ({ run: (job) => queue.run(job) }),
  );

class JobQueue {
  readonly #workerMemoryMb: number;
  readonly #jobTimeoutMs: number;
  readonly #waiting = new Set<QueuedJob>();
  #running: QueuedJob | undefined;
  readonly #givenUp = new GivenUpJob();
  #lastNumber = 0;
  #worker: Worker | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ workerMemoryMb, jobTimeoutMs = JOB_TIMEOUT_MS }: EmbeddingThreadOptions) {
    this.#workerMemoryMb = workerMemoryMb;
    this.#jobTimeoutMs = jobTimeoutMs;
  }

  run<Job extends EmbeddingJob>(job: Job): Effect.Effect<EmbeddingJobResult<Job>, PluginError> {
    return Effect.callback<EmbeddingJobResult, PluginError>((resume) => {
      if (this.#isClosed) return resume(failure("unavailable", "the embedder is closed"));
      const queued = { number: ++this.#lastNumber, job, settle: resume };
      this.#waiting.add(queued);
      this.#startNext();
      return Effect.sync(() => {
        if (!this.#waiting.delete(queued) && this.#running === queued) this.#givenUp.set(queued.number);
      });
    }) as Effect.Effect<EmbeddingJobResult<Job>, PluginError>;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    for (const queued of this.#waiting) queued.settle(failure("unavailable", "the embedder was closed"));
    this.#waiting.clear();
    this.#dropWorker(failure("unavailable", "the embedder was closed"));
    await worker?.terminate();
  }

  #startNext(): void {
    const next = this.#waiting.values().next().value;
    if (this.#running !== undefined || next === undefined) return;
    this.#waiting.delete(next);
    this.#running = next;
    const worker = (this.#worker ??= this.#startWorker());
    worker.ref();
    this.#deadline = setTimeout(() => this.#endHangingJob(worker), this.#jobTimeoutMs);
    worker.postMessage({ number: next.number, job: next.job } satisfies NumberedJob);
  }

  #startWorker(): Worker {
    const worker = new Worker(workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: this.#workerMemoryMb },
      workerData: this.#givenUp.memory,
    });
    let cause: unknown;
    worker.on("message", (result: EmbeddingJobResult | undefined) => {
      // The late answer of a thread that was given up is not the answer to what runs now.
      if (this.#worker !== worker) return;
      // An idle thread must not keep the process alive. Before the answer, as that may close the scope, which has to
      // wait for the thread's end.
      worker.unref();
      this.#finish(result === undefined ? failure("unavailable", "the job was given up") : Effect.succeed(result));
    });
    worker.on("error", (error) => (cause = error));
    worker.on("exit", () => {
      // A thread that was given up has its successor already.
      if (this.#worker !== worker) return;
      this.#dropWorker(failure("unavailable", `the embedding thread ended (${String(cause ?? "no reason given")})`));
      this.#startNext();
    });
    return worker;
  }

  #endHangingJob(worker: Worker): void {
    this.#dropWorker(failure("limit", `embedding took longer than ${this.#jobTimeoutMs} ms`));
    void worker.terminate();
    this.#startNext();
  }

  #dropWorker(outcome: Effect.Effect<never, PluginError>): void {
    this.#worker = undefined;
    clearTimeout(this.#deadline);
    const running = this.#running;
    this.#running = undefined;
    running?.settle(outcome);
  }

  #finish(outcome: Effect.Effect<EmbeddingJobResult, PluginError>): void {
    clearTimeout(this.#deadline);
    const running = this.#running;
    this.#running = undefined;
    running?.settle(outcome);
    this.#startNext();
  }
}

const failure = (reason: PluginErrorReason, message: string) =>
  Effect.fail(new PluginError({ plugin: "@quarry/embedder-local", reason, message }));
