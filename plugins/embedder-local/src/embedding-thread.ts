import { PluginError } from "@quarry/plugin";
import { type TaskFailure, TaskPool, type TaskPoolOptions, workerModule } from "@quarry/plugin/workers";
import { Effect, type Scope } from "effect";
import type { EmbeddingJob, EmbeddingJobResult, EmbeddingTask } from "./embedding-job.ts";
import type { FitJob } from "./training/training-worker.ts";

/**
 * A batch takes well under a second. A job that runs this long hangs, and would block every upload behind it: its
 * thread is terminated.
 */
const JOB_TIMEOUT_MS = 60_000;
/** Time limit of a training: the largest sample takes well under a minute on a busy core. */
const FIT_TIMEOUT_MS = 10 * 60_000;
/** Idle time after which a training thread ends and its memory is released. */
const IDLE_AFTER_FIT_MS = 1_000;
/** Number of concurrent trainings: each occupies a core. */
const FITS = 2;

export interface EmbeddingThread {
  /**
   * Executes a job off the main thread, one after the other. A job interrupted in the queue is never executed; a
   * running one ends after its current text. Fails with `unavailable` if the thread dies, and with `limit` if the job
   * takes longer than a minute.
   */
  readonly run: <Job extends EmbeddingJob>(job: Job) => Effect.Effect<EmbeddingJobResult<Job>, PluginError>;
  /**
   * Runs a training in a separate thread, so that embedding need not wait for it. An interruption terminates the thread
   * at once. Fails with `unavailable` if the thread dies, and with `limit` if it takes longer than ten minutes.
   */
  readonly fit: (job: FitJob) => Effect.Effect<Uint8Array, PluginError>;
}

export interface EmbeddingThreadOptions {
  /** Maximum heap of a thread, in MB. */
  readonly workerMemoryMb: number;
  /** Default: a minute. */
  readonly jobTimeoutMs?: number;
}

/** Creates the embedder's threads. They start with the first job, restart after they died, and end with the scope. */
export const makeEmbeddingThread = ({
  workerMemoryMb: memoryMegabytes,
  jobTimeoutMs = JOB_TIMEOUT_MS,
}: EmbeddingThreadOptions): Effect.Effect<EmbeddingThread, never, Scope.Scope> =>
  Effect.gen(function* () {
    const pool = yield* openPool<EmbeddingTask, EmbeddingJobResult | undefined>({
      module: workerModule(import.meta.url, "./embedding-worker"),
      threads: 1,
      // The next query must not wait for a thread to start.
      idleTimeoutMs: Infinity,
      memoryMegabytes,
    });
    const fits = yield* openPool<FitJob, Uint8Array>({
      module: workerModule(import.meta.url, "./training/training-worker"),
      threads: FITS,
      idleTimeoutMs: IDLE_AFTER_FIT_MS,
      memoryMegabytes,
    });
    return {
      run: <Job extends EmbeddingJob>(job: Job) =>
        Effect.callback<EmbeddingJobResult<Job>, PluginError>((resume) => {
          const givenUp = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
          pool.run({ job, givenUp }, { timeoutMs: jobTimeoutMs }).then(
            (result) => resume(Effect.succeed(result as EmbeddingJobResult<Job>)),
            (cause: TaskFailure) => resume(Effect.fail(toPluginError(cause, "embedding", jobTimeoutMs))),
          );
          return Effect.sync(() => void Atomics.store(givenUp, 0, 1));
        }),
      fit: (job) =>
        Effect.tryPromise({
          try: (signal) => fits.run(job, { signal, timeoutMs: FIT_TIMEOUT_MS }),
          catch: (cause) => toPluginError(cause as TaskFailure, "fitting", FIT_TIMEOUT_MS),
        }),
    };
  });

const openPool = <Task, Result>(options: TaskPoolOptions): Effect.Effect<TaskPool<Task, Result>, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new TaskPool<Task, Result>(options)),
    (pool) => Effect.promise(() => pool.close()),
  );

const toPluginError = ({ reason, message }: TaskFailure, what: string, timeoutMs: number): PluginError => {
  const plugin = "@quarry/embedder-local";
  if (reason === "time") {
    return new PluginError({ plugin, reason: "limit", message: `${what} took longer than ${timeoutMs} ms` });
  }
  const text = reason === "stopped" ? "the embedder is closed" : `the ${what} thread ended (${message})`;
  return new PluginError({ plugin, reason: "unavailable", message: text });
};
