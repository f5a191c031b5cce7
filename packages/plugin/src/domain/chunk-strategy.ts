/** Where the chunks of a document begin and end, by what they keep together. The first is the default. */
export const CHUNK_STRATEGIES = ["sentence", "paragraph", "section", "page", "fixed"] as const;

export type ChunkStrategy = (typeof CHUNK_STRATEGIES)[number];

export const isChunkStrategy = (value: unknown): value is ChunkStrategy =>
  (CHUNK_STRATEGIES as readonly unknown[]).includes(value);
