import { resolve } from "node:path";
import { PluginError } from "@quarry/plugin";
import { type TaskFailure, TaskPool, workerModule } from "@quarry/plugin/workers";
import { Effect, type Scope } from "effect";
import type { StaticEmbedderSettings } from "./embedder-settings.ts";
import type { ModelAnswer, ModelTask } from "./thread/main.ts";

export const NAME = "@quarry/embedder-static";

/** Time limit of a task. A batch takes a fraction of a second, and a model of the largest size some seconds to load. */
const TASK_TIMEOUT_MS = 60_000;

export interface ModelThread {
  /**
   * The vectors of texts, one after the other; of none, whether the model loads. Calls are answered in their order.
   * Interrupted, one ends with the text that it is at.
   */
  readonly run: (texts: readonly string[]) => Effect.Effect<Float32Array, PluginError>;
}

/** The thread that holds the model: started by the first call, started again after it died, ended with the scope. */
export const makeModelThread = (settings: StaticEmbedderSettings): Effect.Effect<ModelThread, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = resolve(settings.model);
    const pool = yield* Effect.acquireRelease(
      Effect.sync(
        () =>
          new TaskPool<ModelTask, ModelAnswer>({
            module: workerModule(import.meta.url, "./thread/main"),
            threads: 1,
            // The next query must not wait for the model to be loaded.
            idleTimeoutMs: Infinity,
          }),
      ),
      (opened) => Effect.promise(() => opened.close()),
    );
    const ask = (texts: readonly string[]) =>
      Effect.callback<ModelAnswer, PluginError>((resume) => {
        const givenUp = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
        const task = { folder, dimension: settings.dimension, texts, givenUp };
        pool.run(task, { timeoutMs: TASK_TIMEOUT_MS }).then(
          (answer) => resume(Effect.succeed(answer)),
          (failure: TaskFailure) => resume(Effect.fail(threadError(failure))),
        );
        return Effect.sync(() => void Atomics.store(givenUp, 0, 1));
      });
    return {
      run: (texts) =>
        Effect.flatMap(ask(texts), (answer) =>
          "vectors" in answer
            ? Effect.succeed(answer.vectors)
            : Effect.fail(new PluginError({ plugin: NAME, ...answer })),
        ),
    };
  });

const threadError = ({ reason, message }: TaskFailure): PluginError => {
  if (reason === "time")
    return new PluginError({
      plugin: NAME,
      reason: "limit",
      message: `embedding took longer than ${TASK_TIMEOUT_MS} ms`,
    });
  const text = reason === "stopped" ? "the embedder is closed" : `the embedding thread ended (${message})`;
  return new PluginError({ plugin: NAME, reason: "unavailable", message: text });
};
