// Embeds texts: calls embedders in batches within their rate limits, and caches vectors that were paid for.
export { EmbeddingCache } from "./cache/embedding-cache.ts";
export { gaveUp, pausedTooLong } from "./documents/batch-failure.ts";
export { EmbeddingFailure, type ProviderOutage } from "./documents/embedding-failure.ts";
export { EmbeddingObserver } from "./embedding-observer.ts";
export type { EmbedderUse } from "./embedder-use.ts";
export { Embeddings, type EmbeddingsShape } from "./embeddings.ts";
export { type TextToEmbed, textWithContext } from "./text-to-embed.ts";
export { EmbedderTrainings } from "./trainings/embedder-trainings.ts";
export type { ProviderPaused } from "./rate-limits/provider-paused.ts";
export { RateLimiters } from "./rate-limits/rate-limiters.ts";
