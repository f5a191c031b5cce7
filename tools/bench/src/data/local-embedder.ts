import embedderLocal from "@quarry/embedder-local";
import { Effect, Exit, Schema, Scope } from "effect";

/** The offline embedder by itself, for vectors that a client brings along. */
export interface LocalEmbedder extends AsyncDisposable {
  readonly documents: (texts: readonly string[], dimension: number) => Promise<readonly Float32Array[]>;
}

export const openLocalEmbedder = async (directory: string): Promise<LocalEmbedder> => {
  const scope = await Effect.runPromise(Scope.make());
  const settings = Schema.decodeUnknownSync(embedderLocal.settings)({});
  const context = { dataDirectory: directory, log: () => {} };
  const embedder = await Effect.runPromise(embedderLocal.make(settings, context).pipe(Scope.provide(scope)));
  const model = embedderLocal.capabilities.models[0]!.name;
  return {
    documents: async (texts, dimension) => {
      const { vectors } = await Effect.runPromise(embedder.embed({ model, dimension, inputType: "document", texts }));
      return vectors;
    },
    [Symbol.asyncDispose]: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  };
};
