import type { PluginError, RerankerV1, RerankRequest } from "@quarry/plugin";
import { Effect, Redacted, Schema } from "effect";
import plugin from "../src/index.ts";

export const KEY = "co-planted-key-0123456789abcdef";

export const open = (settings: unknown): Promise<RerankerV1> => {
  const decoded = Schema.decodeUnknownSync(plugin.settings)(settings);
  return Effect.runPromise(Effect.scoped(plugin.make(decoded, { dataDirectory: "/nowhere", log: () => {} })));
};

export const request = (overrides: Partial<RerankRequest> = {}): RerankRequest => ({
  model: "rerank-v3.5",
  query: "where do herons stand",
  passages: ["glaciers move downhill", "herons stand in water"],
  credential: Redacted.make(KEY),
  ...overrides,
});

export const rerank = (reranker: RerankerV1, overrides: Partial<RerankRequest> = {}) =>
  Effect.runPromise(reranker.rerank(request(overrides)));

/** Returns the failure of the call, which must fail. */
export const failure = (reranker: RerankerV1, overrides: Partial<RerankRequest> = {}): Promise<PluginError> =>
  Effect.runPromise(Effect.flip(reranker.rerank(request(overrides))));
