/** Chunking strategies: the unit of text that determines where chunks begin and end. The first is the default. */
export const CHUNK_STRATEGIES = ["sentence", "paragraph", "section", "page", "fixed"] as const;

export type ChunkStrategy = (typeof CHUNK_STRATEGIES)[number];

export const isChunkStrategy = (value: unknown): value is ChunkStrategy =>
  (CHUNK_STRATEGIES as readonly unknown[]).includes(value);
