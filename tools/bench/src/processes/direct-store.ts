import { join } from "node:path";
import { vectorCollectionOf } from "@quarry/catalog";
import embedderLocal from "@quarry/embedder-local";
import type { PluginContext, VectorRecord } from "@quarry/plugin";
import { termStatistics } from "@quarry/search";
import vectorEmbedded from "@quarry/vector-embedded";
import { Effect, Exit, Schema, Scope } from "effect";
import { openPassages } from "./open-passages.ts";

/** The vector store opened in this process, with nothing of the service around it. */
export interface DirectStore extends AsyncDisposable {
  /** One call of the store; gives the ids of the hits. */
  readonly search: (vector: Float32Array, topK: number) => Promise<readonly string[]>;
  /** The vector that the service makes of a query. */
  readonly embed: (query: string) => Promise<Float32Array>;
  /** All that the store holds. */
  readonly records: () => AsyncIterable<VectorRecord>;
}

/** Records that are read at once. */
const PAGE = 1_000;

export interface DirectCollection {
  readonly id: string;
  readonly embedding_model: string;
  readonly dimension: number;
}

/** Opens a copy of a service's data folder; the service itself must not have it open. */
export const openDirectStore = async (
  dataDirectory: string,
  collection: DirectCollection,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<DirectStore> => {
  const scope = await Effect.runPromise(Scope.make());
  const { store, embedder } = await Effect.runPromise(openPlugins(dataDirectory, settings).pipe(Scope.provide(scope)));
  const passages = await openPassages(join(dataDirectory, "passages"));
  const name = vectorCollectionOf({ id: collection.id, indexNumber: 1 });
  const { embedding_model: model, dimension } = collection;
  const statistics = termStatistics(passages.index, collection.id);
  return {
    search: async (vector, topK) => {
      const { hits } = await Effect.runPromise(store.search(name, { vector, topK }));
      return hits.map(({ id }) => id);
    },
    embed: async (query) => {
      const request = { model, dimension, inputType: "query", texts: [query], statistics } as const;
      const { vectors } = await Effect.runPromise(embedder.embed(request));
      return vectors[0]!;
    },
    records: async function* () {
      let cursor: string | undefined;
      do {
        const page = await Effect.runPromise(store.list(name, { cursor, limit: PAGE }));
        yield* page.records;
        cursor = page.nextCursor;
      } while (cursor !== undefined);
    },
    [Symbol.asyncDispose]: async () => {
      await passages[Symbol.asyncDispose]();
      await Effect.runPromise(Scope.close(scope, Exit.void));
    },
  };
};

const openPlugins = Effect.fnUntraced(function* (dataDirectory: string, settings: Readonly<Record<string, unknown>>) {
  const plugins = join(dataDirectory, "plugins");
  const storeSettings = Schema.decodeUnknownSync(vectorEmbedded.settings)(settings);
  const store = yield* vectorEmbedded.make(storeSettings, contextIn(join(plugins, "vector-store")));
  const embedderSettings = Schema.decodeUnknownSync(embedderLocal.settings)({});
  const embedder = yield* embedderLocal.make(embedderSettings, contextIn(join(plugins, "embedder-local")));
  return { store, embedder };
});

const contextIn = (dataDirectory: string): PluginContext => ({
  dataDirectory,
  log: (level, message) => {
    if (level === "error") console.error(message);
  },
});
