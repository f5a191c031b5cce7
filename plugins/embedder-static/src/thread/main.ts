import type { PluginErrorReason } from "@quarry/plugin";
import { loadModel } from "./load-model.ts";
import { ModelFailure } from "./model-failure.ts";
import type { StaticModel } from "./static-model.ts";

export interface ModelTask {
  /** Absolute path. */
  readonly folder: string;
  readonly dimension: number;
  readonly texts: readonly string[];
  /** 1 once no caller waits for the result. Shared memory, because a busy thread receives no messages. */
  readonly givenUp: Int32Array;
}

export type ModelAnswer =
  | { readonly vectors: Float32Array }
  | { readonly reason: PluginErrorReason; readonly message: string };

/** Model of the thread's only embedder. After a failed load the next task tries again. */
let model: StaticModel | undefined;

/** Piscina task that embeds the texts. After a cancellation the remaining vectors are zero. */
export default async ({ folder, dimension, texts, givenUp }: ModelTask): Promise<ModelAnswer> => {
  try {
    model ??= await loadModel(folder, dimension);
  } catch (error) {
    if (error instanceof ModelFailure) return { reason: error.reason, message: error.message };
    throw error;
  }
  const vectors = new Float32Array(texts.length * dimension);
  for (const [index, text] of texts.entries()) {
    if (Atomics.load(givenUp, 0) === 1) break;
    model.embed(text, vectors.subarray(index * dimension, (index + 1) * dimension));
  }
  return { vectors };
};
