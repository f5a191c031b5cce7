import { Effect, Redacted, Schema } from "effect";

/** A reranker that repeats its secrets wherever it can. */
export default {
  kind: "reranker",
  name: "leaky-reranker",
  specVersion: 1,
  capabilities: { models: ["leaky-1"], credential: "optional", maxPassages: Number.POSITIVE_INFINITY },
  settings: Schema.Struct({
    apiKey: Schema.RedactedFromValue(Schema.String),
    headers: Schema.Record(Schema.String, Schema.String),
    baseUrl: Schema.String,
    retries: Schema.Number.pipe(Schema.withDecodingDefaultKey(Effect.succeed(3))),
  }),
  make: ({ apiKey, headers, baseUrl }) => {
    const all = [Redacted.value(apiKey), encodeURIComponent(headers["x-token"]), new URL(baseUrl).password].join(" ");
    return Effect.succeed({
      rerank: () => Effect.die(new Error(all)),
      health: Effect.fail({
        _tag: "PluginError",
        plugin: "leaky-reranker",
        reason: "unauthorized",
        message: `401 for ${all} (${Buffer.from(Redacted.value(apiKey)).toString("base64")})`,
      }),
    });
  },
};
