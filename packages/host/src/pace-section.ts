import { Schema } from "effect";

const count = (maximum: number) => Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum })));

/** How fast an embedder may be asked: `embedders.<name>.pace`. Holds for each key by itself, in each process. */
export const PaceSection = Schema.Struct({
  /** Calls at the same time, at most; fewer while the provider asks to slow down. */
  concurrency: count(1_000),
  /** Left out: as many as the concurrency allows. */
  requestsPerMinute: count(10_000_000),
  /** Tokens by the platform's own count. Left out: no limit. */
  tokensPerMinute: count(1_000_000_000),
  /** How long a batch is tried again while the provider fails, before its document's attempt ends. */
  giveUpAfterSeconds: count(86_400),
});

export type PaceSection = typeof PaceSection.Type;

/** What is kept of vectors that were computed: `embeddingCache`. */
export const EmbeddingCacheSection = Schema.Struct({
  enabled: Schema.optionalKey(Schema.Boolean),
  /** Room in the database; the least recently used goes first. */
  maxMegabytes: count(10_000_000),
});

export type EmbeddingCacheSection = typeof EmbeddingCacheSection.Type;
