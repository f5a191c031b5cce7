import { PluginError } from "@quarry/plugin";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { ModelFailure } from "./model-failure.ts";
import { ModelProcess, type ModelProcessOptions } from "./model-process.ts";
import type { ModelInfo, ModelJob, ModelOptions } from "./model-protocol.ts";

export interface RunOptions {
  /** Whether it precedes jobs that aren't urgent: someone waits for a query, while documents are many. */
  readonly isUrgent?: boolean;
}

/** A model that runs in a process of its own. */
export interface LocalModel {
  /** Loads the model, if it isn't; calls at the same time share one load. */
  readonly info: Effect.Effect<ModelInfo, PluginError>;
  /**
   * Does one batch, when those before it are done. Interrupted before its turn, it is never done. A process that dies
   * fails the batch that it worked on, with `unavailable`; the next one gets a new process.
   */
  readonly run: (job: ModelJob, options?: RunOptions) => Effect.Effect<Float32Array, PluginError>;
}

export interface LocalModelOptions extends ModelProcessOptions {
  /** The plugin's name, for its errors. */
  readonly plugin: string;
  readonly model: ModelOptions;
}

/** A model whose process starts with the first call and ends with the scope. */
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
      // A batch that already runs goes on, and its answer is dropped: it is too short to be worth a new process.
      return Effect.sync(() => void this.#waiting.delete(waiting));
    }) as Effect.Effect<A, PluginError>;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failWaiting(CLOSED);
    await this.#process?.end(CLOSED);
  }

  /** Works off the queue. It never rejects: every failure goes to the caller that waits for it. */
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
      // Calls that waited for this load would only see it fail again.
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
