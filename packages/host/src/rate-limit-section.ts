import { Schema } from "effect";

const count = (maximum: number, description: string) =>
  Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum })).annotate({ description }));

/** Rate limits of an embedder: `embedders.<name>.pace`. They apply to each key separately, in each process. */
export const RateLimitSection = Schema.Struct({
  concurrency: count(1_000, "Maximum number of concurrent calls; fewer while the provider limits the rate."),
  requestsPerMinute: count(10_000_000, "Default: limited by the concurrency only."),
  tokensPerMinute: count(1_000_000_000, "Tokens by the platform's own count. Default: no limit."),
  giveUpAfterSeconds: count(
    86_400,
    "How long a document waits while the provider fails (5xx, timeouts, broken connections) before it fails. Default: 60.",
  ),
  rateLimitPatienceSeconds: count(
    86_400,
    "How long it waits while the provider limits the rate (429, Retry-After). Default: 600.",
  ),
});

export type RateLimitSection = typeof RateLimitSection.Type;

/** Section `embeddingCache`: the cache of computed vectors. */
export const EmbeddingCacheSection = Schema.Struct({
  enabled: Schema.optionalKey(Schema.Boolean.annotate({ description: "Whether the cache is enabled. Default: true." })),
  maxMegabytes: count(10_000_000, "Size in the database, in MB; the least recently used vectors are removed first."),
});

export type EmbeddingCacheSection = typeof EmbeddingCacheSection.Type;
