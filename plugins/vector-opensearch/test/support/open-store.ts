import type { PluginError, VectorStoreV1 } from "@quarry/plugin";
import { Effect, Exit, Schema, Scope } from "effect";
import plugin from "../../src/index.ts";

type Call<Value> = (store: VectorStoreV1) => Effect.Effect<Value, PluginError>;

export interface OpenStore extends AsyncDisposable {
  readonly run: <Value>(call: Call<Value>) => Promise<Value>;
  /** Returns the error of a call that has to fail. */
  readonly failure: (call: Call<unknown>) => Promise<PluginError>;
}

/** Opens the store as the service does, with settings as in a config file. */
export const openStore = async (settings: Readonly<Record<string, unknown>>): Promise<OpenStore> => {
  const decoded = await Effect.runPromise(Schema.decodeUnknownEffect(plugin.settings)(settings));
  const scope = await Effect.runPromise(Scope.make());
  const context = { dataDirectory: "/nowhere", log: () => {} };
  const store = await Effect.runPromise(plugin.make(decoded, context).pipe(Scope.provide(scope)));
  return {
    run: (call) => Effect.runPromise(call(store)),
    failure: (call) => Effect.runPromise(Effect.flip(call(store))),
    [Symbol.asyncDispose]: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  };
};
