import { PluginError } from "@quarry/plugin";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { ModelFailure } from "./model-failure.ts";
import { ModelProcess, type ModelProcessOptions } from "./model-process.ts";
import type { ModelInfo, ModelJob, ModelOptions } from "./model-protocol.ts";

export interface RunOptions {
  /**
   * Whether the job precedes jobs that aren't urgent: a user waits for a query, while documents are processed in bulk.
   */
  readonly isUrgent?: boolean;
}

/** A model that runs in a separate process. */
export interface LocalModel {
  /** Loads the model if necessary. Concurrent calls share one load. */
  readonly info: Effect.Effect<ModelInfo, PluginError>;
  /**
   * Runs one batch after those that are queued before it. A batch interrupted in the queue is never run. A process that
   * dies fails its current batch with `unavailable`; the next batch gets a new process.
   */
  readonly run: (job: ModelJob, options?: RunOptions) => Effect.Effect<Float32Array, PluginError>;
}

export interface LocalModelOptions extends ModelProcessOptions {
  /** Name of the plugin, for its errors. */
  readonly plugin: string;
  readonly model: ModelOptions;
}

/** Creates a model whose process starts with the first call and ends with the scope. */
export const makeLocalModel = (options: LocalModelOptions): Effect.Effect<LocalModel, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new ModelQueue(options)),
      (queue) => Effect.promise(() => queue.close()),
    ),
    (queue) => ({
      info: queue.add((process) => process.loaded, true),
      run: (job, { isUrgent = false } = {}) => queue.add((process) => process.run(job), isUrgent),
    }),
  );

interface Waiting {
  readonly isUrgent: boolean;
  readonly use: (process: ModelProcess) => Promise<unknown>;
  readonly settle: (outcome: Effect.Effect<never, PluginError> | Effect.Effect<unknown>) => void;
}

class ModelQueue {
  readonly #options: LocalModelOptions;
  readonly #waiting = new Set<Waiting>();
  #process: ModelProcess | undefined;
  #isBusy = false;
  #isClosed = false;

  constructor(options: LocalModelOptions) {
    this.#options = options;
  }

  add<A>(use: (process: ModelProcess) => Promise<A>, isUrgent: boolean): Effect.Effect<A, PluginError> {
    return Effect.callback<unknown, PluginError>((resume) => {
      if (this.#isClosed) return resume(this.#failed(CLOSED));
      const waiting: Waiting = { isUrgent, use, settle: resume };
      this.#waiting.add(waiting);
      void this.#workOff();
      // A running batch continues, and its result is dropped: it is too short to justify a new process.
      return Effect.sync(() => void this.#waiting.delete(waiting));
    }) as Effect.Effect<A, PluginError>;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failWaiting(CLOSED);
    await this.#process?.end(CLOSED);
  }

  /** Processes the queue. Never rejects: every failure goes to the waiting caller. */
  async #workOff(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      const { use, settle } = next;
      try {
        const answer = await use(await this.#loadedProcess());
        settle(Effect.succeed(answer));
      } catch (error) {
        settle(this.#failed(error));
      }
    }
    this.#isBusy = false;
  }

  #take(): Waiting | undefined {
    const all = [...this.#waiting];
    const next = all.find(({ isUrgent }) => isUrgent) ?? all[0];
    if (next !== undefined) this.#waiting.delete(next);
    return next;
  }

  async #loadedProcess(): Promise<ModelProcess> {
    if (this.#isClosed) throw CLOSED;
    if (this.#process?.isAlive !== true) this.#process = new ModelProcess(this.#options.model, this.#options);
    const process = this.#process;
    await process.loaded.catch((failure: unknown) => {
      // Calls that waited for this load would fail in the same way.
      this.#failWaiting(failure);
      throw failure;
    });
    return process;
  }

  #failWaiting(failure: unknown): void {
    for (const { settle } of this.#waiting) settle(this.#failed(failure));
    this.#waiting.clear();
  }

  #failed(error: unknown): Effect.Effect<never, PluginError> {
    const { reason, message } = error instanceof ModelFailure ? error : new ModelFailure("internal", String(error));
    return Effect.fail(new PluginError({ plugin: this.#options.plugin, reason, message }));
  }
}

const CLOSED = new ModelFailure("unavailable", "the model was closed");
