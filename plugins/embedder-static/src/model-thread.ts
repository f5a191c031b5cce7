import { resolve } from "node:path";
import { PluginError } from "@quarry/plugin";
import { type TaskFailure, TaskPool, workerModule } from "@quarry/plugin/workers";
import { Effect, type Scope } from "effect";
import type { StaticEmbedderSettings } from "./embedder-settings.ts";
import type { ModelAnswer, ModelTask } from "./thread/main.ts";

export const NAME = "@quarry/embedder-static";

/** Time limit of a task. A batch takes a fraction of a second, and loading the largest model takes some seconds. */
const TASK_TIMEOUT_MS = 60_000;

export interface ModelThread {
  /**
   * Returns the concatenated vectors of texts. Without texts it only checks that the model loads. Calls are processed
   * in order. An interrupted call ends after its current text.
   */
  readonly run: (texts: readonly string[]) => Effect.Effect<Float32Array, PluginError>;
}

/**
 * Creates the thread that contains the model. It starts with the first call, restarts after it died, and ends with the
 * scope.
 */
export const makeModelThread = (settings: StaticEmbedderSettings): Effect.Effect<ModelThread, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = resolve(settings.model);
    const pool = yield* Effect.acquireRelease(
      Effect.sync(
        () =>
          new TaskPool<ModelTask, ModelAnswer>({
            module: workerModule(import.meta.url, "./thread/main"),
            threads: 1,
            // The next query must not wait for the model to load.
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
