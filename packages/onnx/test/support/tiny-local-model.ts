import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Effect, Exit, Scope } from "effect";
import { type LocalModel, type LocalModelOptions, makeLocalModel } from "../../src/local-model.ts";
import type { ModelOptions } from "../../src/model-protocol.ts";
import { TINY_DIMENSION } from "../../src/testing/index.ts";

export const embedTask = { kind: "embed", pooling: "mean", dimension: TINY_DIMENSION } as const;

export interface OpenModel {
  readonly model: LocalModel;
  /** Processes started since it was opened, in order. */
  readonly children: readonly ChildProcess[];
  readonly close: () => Promise<void>;
}

/** Opens the model of a folder as the plugins do, and records the processes that it starts. */
export async function openModel(
  model: string,
  settings: Partial<ModelOptions> = {},
  options: Partial<LocalModelOptions> = {},
): Promise<OpenModel> {
  const cacheDirectory = await mkdtemp(join(tmpdir(), "quarry-model-cache-"));
  const children: ChildProcess[] = [];
  const onProcess = (message: unknown) => void children.push((message as { readonly process: ChildProcess }).process);
  subscribe("child_process", onProcess);
  const scope = Scope.makeUnsafe();
  const made = makeLocalModel({
    plugin: "tiny",
    model: {
      task: embedTask,
      model,
      allowDownload: false,
      hubUrl: "http://127.0.0.1:9",
      revision: "main",
      dtype: "fp32",
      device: "cpu",
      threads: 1,
      cacheDirectory,
      ...settings,
    },
    ...options,
  });
  const close = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void));
    unsubscribe("child_process", onProcess);
    await rm(cacheDirectory, { recursive: true });
  };
  return { model: await Effect.runPromise(Scope.provide(made, scope)), children, close };
}

/** Returns the failure of loading a model. */
export async function loadFailureOf(...open: Parameters<typeof openModel>) {
  const { model, close } = await openModel(...open);
  return Effect.runPromise(Effect.flip(model.info)).finally(close);
}
