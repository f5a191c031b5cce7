import type { EmbedderV1, EmbedRequest, PluginError } from "@quarry/plugin";
import { Effect, Redacted, Schema } from "effect";
import plugin from "../src/index.ts";

export const KEY = "sk-planted-key-0123456789abcdef";

export const open = (settings: unknown): Promise<EmbedderV1> => {
  const decoded = Schema.decodeUnknownSync(plugin.settings)(settings);
  return Effect.runPromise(Effect.scoped(plugin.make(decoded, { dataDirectory: "/nowhere", log: () => {} })));
};

export const request = (overrides: Partial<EmbedRequest> = {}): EmbedRequest => ({
  model: "text-embedding-3-small",
  dimension: 1536,
  inputType: "document",
  texts: ["herons stand in water", "glaciers move downhill"],
  credential: Redacted.make(KEY),
  ...overrides,
});

export const embed = (embedder: EmbedderV1, overrides: Partial<EmbedRequest> = {}) =>
  Effect.runPromise(embedder.embed(request(overrides)));

/** Returns the failure of the call, which must fail. */
export const failure = (embedder: EmbedderV1, overrides: Partial<EmbedRequest> = {}): Promise<PluginError> =>
  Effect.runPromise(Effect.flip(embedder.embed(request(overrides))));
