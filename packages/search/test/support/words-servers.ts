import { addressOf } from "@quarry/services";
import type { PluginError, VectorStoreV1 } from "@quarry/plugin";
import milvus from "@quarry/vector-milvus";
import opensearch from "@quarry/vector-opensearch";
import { Effect, Schema, type Scope } from "effect";
import type { KeywordStore } from "../../src/external-terms/external-term-store.ts";

/** A server that stores terms. */
export interface WordsServer {
  readonly name: string;
  /** Opens a term store on it under a name of its own, by default on the tests' server. */
  readonly open: (name: string, address?: string) => Effect.Effect<KeywordStore, never, Scope.Scope>;
  /** Removes the terms: a server has a limit on collections. */
  readonly remove: (name: string) => Promise<void>;
}

const openWith = (
  name: string,
  opened: Effect.Effect<VectorStoreV1, PluginError | Schema.SchemaError, Scope.Scope>,
): Effect.Effect<KeywordStore, never, Scope.Scope> =>
  Effect.map(Effect.orDie(opened), ({ terms }) => ({ name, terms: terms!, maxTopK: 10_000 }));

const context = { dataDirectory: "", log: () => {} };

export const openSearchWords: WordsServer = {
  name: "OpenSearch",
  open: (name, address = addressOf("opensearch")) =>
    openWith(
      "opensearch",
      opensearch.make({ address, indexPrefix: `${name}-`, shards: 2, timeoutSeconds: 60 }, context),
    ),
  remove: async (name) => {
    await fetch(`${addressOf("opensearch")}/${name}-*`, { method: "DELETE" });
  },
};

const milvusPrefix = (name: string): string => `w${name.replaceAll("-", "_").slice(-28)}_`;

export const milvusWords: WordsServer = {
  name: "Milvus",
  open: (name, address = new URL(addressOf("milvus-lite")).host) =>
    openWith(
      "milvus",
      Effect.flatMap(
        Schema.decodeUnknownEffect(milvus.settings)({ address, collectionPrefix: milvusPrefix(name) }),
        (settings) => milvus.make(settings, context),
      ),
    ),
  // Tests drop their collections themselves.
  remove: async () => {},
};
