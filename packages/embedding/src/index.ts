// How texts become vectors: embedders asked in batches, at their pace, with what was paid for kept.
export { EmbeddingCache, type EmbeddingCacheShape } from "./cache/embedding-cache.ts";
export { gaveUp, pausedTooLong } from "./documents/batch-failure.ts";
export { EmbeddingFailure, type ProviderAway } from "./documents/embedding-failure.ts";
export type { EmbedderUse } from "./embedder-use.ts";
export { Embeddings, type EmbeddingsShape } from "./embeddings.ts";
export type { TextToEmbed } from "./text-to-embed.ts";
export { EmbedderFits, type EmbedderFitsShape } from "./fits/embedder-fits.ts";
export { LanePaused } from "./pace/lane-error.ts";
export { Lanes } from "./pace/lanes.ts";
