import { Worker } from "node:worker_threads";
import { PluginError, type PluginErrorReason } from "@quarry/plugin";
import { Effect } from "effect";
import type { FitJob } from "./fit-worker.ts";

/** The largest sample takes well under a minute on a busy core. */
const FIT_TIMEOUT_MS = 10 * 60_000;

const workerUrl = new URL(import.meta.url.endsWith(".ts") ? "./fit-worker.ts" : "./fit-worker.js", import.meta.url);

/**
 * Learns a fit in a thread of its own: embedding must not wait for it. Interrupted, the thread is ended at once. Fails
 * with `unavailable` when the thread dies, and with `limit` when it takes longer than ten minutes.
 */
export const fitInThread = (job: FitJob, workerMemoryMb: number): Effect.Effect<Uint8Array, PluginError> =>
  Effect.callback<Uint8Array, PluginError>((resume) => {
    const worker = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb } });
    const deadline = setTimeout(
      () => end(failure("limit", `fitting took longer than ${FIT_TIMEOUT_MS} ms`)),
      FIT_TIMEOUT_MS,
    );
    const end = (outcome: Effect.Effect<Uint8Array, PluginError>) => {
      clearTimeout(deadline);
      resume(outcome);
      void worker.terminate();
    };
    worker.on("message", (bytes: Uint8Array) => end(Effect.succeed(bytes)));
    worker.on("error", (error) => end(failure("unavailable", `the fitting thread ended (${String(error)})`)));
    worker.on("exit", (code) => end(failure("unavailable", `the fitting thread ended (exit code ${code})`)));
    worker.postMessage(job);
    return Effect.promise(async () => {
      clearTimeout(deadline);
      await worker.terminate();
    });
  });

const failure = (reason: PluginErrorReason, message: string) =>
  Effect.fail(new PluginError({ plugin: "@quarry/embedder-local", reason, message }));
