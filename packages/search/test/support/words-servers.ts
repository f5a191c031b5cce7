import { addressOf } from "@quarry/services";
import type { PluginError, VectorStoreV1 } from "@quarry/plugin";
import milvus from "@quarry/vector-milvus";
import opensearch from "@quarry/vector-opensearch";
import { Effect, Schema, type Scope } from "effect";
import type { KeywordStore } from "../../src/external-terms/external-term-store.ts";

/** A server that words are kept on. */
export interface WordsServer {
  readonly name: string;
  /** Words on it, under names of their own; on the server of the tests by default. */
  readonly open: (name: string, address?: string) => Effect.Effect<KeywordStore, never, Scope.Scope>;
  /** A server takes so many collections and no more. */
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
