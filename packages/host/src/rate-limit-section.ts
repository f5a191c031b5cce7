import { Schema } from "effect";

const count = (maximum: number, description: string) =>
  Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum })).annotate({ description }));

/** Rate limits of an embedder: `embedders.<name>.pace`. They apply to each key separately, in each process. */
export const RateLimitSection = Schema.Struct({
  concurrency: count(1_000, "Calls at the same time, at most; fewer while the provider asks to slow down."),
  requestsPerMinute: count(10_000_000, "Left out: as many as the concurrency allows."),
  tokensPerMinute: count(1_000_000_000, "Tokens by the platform's own count. Left out: no limit."),
  giveUpAfterSeconds: count(
    86_400,
    "How long a document waits while the provider fails (5xx, time limits, broken connections), before it ends failed. Left out: 60.",
  ),
  rateLimitPatienceSeconds: count(
    86_400,
    "How long it waits while the provider asks to slow down (429, Retry-After). Left out: 600.",
  ),
});

export type RateLimitSection = typeof RateLimitSection.Type;

/** Section `embeddingCache`: the cache of computed vectors. */
export const EmbeddingCacheSection = Schema.Struct({
  enabled: Schema.optionalKey(Schema.Boolean.annotate({ description: "Whether there is a cache. Left out: true." })),
  maxMegabytes: count(10_000_000, "Room in the database, in MB; the least recently used goes first."),
});

export type EmbeddingCacheSection = typeof EmbeddingCacheSection.Type;
