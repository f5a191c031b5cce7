import { mkdirSync } from "node:fs";
import embedderLocal from "@quarry/embedder-local";
import type { PluginContext, PluginError } from "@quarry/plugin";
import { Effect, Exit, Schema, Scope } from "effect";

interface Plugin<Settings, Made> {
  readonly settings: Schema.Codec<Settings, unknown>;
  readonly make: (settings: Settings, context: PluginContext) => Effect.Effect<Made, PluginError, Scope.Scope>;
}

/** Instance of a plugin, opened in this process without the rest of the service. */
export interface Opened<Made> extends AsyncDisposable {
  readonly made: Made;
}

export const openPlugin = async <Settings, Made>(
  plugin: Plugin<Settings, Made>,
  settings: unknown,
  dataDirectory: string,
): Promise<Opened<Made>> => {
  mkdirSync(dataDirectory, { recursive: true });
  const decoded = Schema.decodeUnknownSync(plugin.settings)(settings);
  const scope = Scope.makeUnsafe();
  const made = await Effect.runPromise(Scope.provide(plugin.make(decoded, { dataDirectory, log: () => {} }), scope));
  return { made, [Symbol.asyncDispose]: () => Effect.runPromise(Scope.close(scope, Exit.void)) };
};

/** Returns the offline embedder's vectors of texts, for clients that supply their own vectors. */
export const openTextVectors = async (dataDirectory: string, dimension: number) => {
  const opened = await openPlugin(embedderLocal, {}, dataDirectory);
  const model = embedderLocal.capabilities.models[0]!.name;
  return {
    of: async (texts: readonly string[]): Promise<readonly Float32Array[]> =>
      (await Effect.runPromise(opened.made.embed({ model, dimension, inputType: "document", texts }))).vectors,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
};
