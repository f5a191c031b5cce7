import type { EmbedderV1 } from "@quarry/plugin";
import { Effect, Schema, Scope } from "effect";
import embedderStatic from "../../src/index.ts";
import { DIMENSION } from "./static-model-file.ts";

/** Opens the embedder of a model folder, in a scope that the test closes. */
export const openEmbedder = (scope: Scope.Scope, folder: string, settings: object = {}): Promise<EmbedderV1> => {
  const input = { model: folder, modelName: "tiny", dimension: DIMENSION, ...settings };
  const decoded = Schema.decodeUnknownSync(embedderStatic.settings)(input);
  const made = embedderStatic.make(decoded, { dataDirectory: folder, log: () => {} });
  return Effect.runPromise(Scope.provide(made, scope));
};

export const vectorsOf = async (embedder: EmbedderV1, texts: readonly string[]): Promise<readonly Float32Array[]> => {
  const request = { model: "tiny", dimension: DIMENSION, inputType: "document", texts } as const;
  return (await Effect.runPromise(embedder.embed(request))).vectors;
};
