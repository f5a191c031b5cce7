import { addressOf } from "@quarry/services";
import plugin from "@quarry/vector-opensearch";
import { Effect, type Scope } from "effect";
import type { KeywordStore } from "../../src/passage-index/stored-words/word-store.ts";

/** Words in the OpenSearch of the tests, in indices of this prefix. */
export const openSearchWords = (indexPrefix: string): Effect.Effect<KeywordStore, never, Scope.Scope> => {
  const settings = { address: addressOf("opensearch"), indexPrefix, shards: 2, timeoutSeconds: 60 };
  const opened = plugin.make(settings, { dataDirectory: "", log: () => {} });
  return Effect.map(Effect.orDie(opened), ({ terms }) => ({ name: "opensearch", terms: terms!, maxTopK: 10_000 }));
};

/** A server takes so many indices and no more. */
export const removeOpenSearchWords = async (indexPrefix: string): Promise<void> => {
  await fetch(`${addressOf("opensearch")}/${indexPrefix}*`, { method: "DELETE" });
};
