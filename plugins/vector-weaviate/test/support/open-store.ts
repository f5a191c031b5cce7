import type { VectorStoreV1 } from "@quarry/plugin";
import { Effect, Exit, Schema, Scope } from "effect";
import plugin from "../../src/index.ts";

export interface OpenStore extends AsyncDisposable {
  readonly store: VectorStoreV1;
}

/** Opens the store as the service does, with settings as in a config file. */
export const openStore = async (settings: Readonly<Record<string, unknown>>): Promise<OpenStore> => {
  const decoded = await Effect.runPromise(Schema.decodeUnknownEffect(plugin.settings)(settings));
  const scope = await Effect.runPromise(Scope.make());
  const context = { dataDirectory: "/nowhere", log: () => {} };
  const store = await Effect.runPromise(plugin.make(decoded, context).pipe(Scope.provide(scope)));
  return { store, [Symbol.asyncDispose]: () => Effect.runPromise(Scope.close(scope, Exit.void)) };
};
