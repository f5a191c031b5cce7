import type { EmbedderUse } from "@quarry/embedding";

/**
 * Batches of chunks of one document that are embedded and written at a time, where somebody else computes: as many as the
 * calls that a provider is asked with by default, so that a single large document keeps it busy. Each holds at most
 * `CHUNKS_PER_BATCH` chunks with their vectors; the parser waits when there are that many.
 */
const BATCHES_AT_ONCE = 8;
/** Embedders that compute here: one batch computes while another one is written. */
const LOCAL_BATCHES_AT_ONCE = 2;

export const batchesAtOnce = (uses: readonly EmbedderUse[]): number =>
  uses.every(({ embedder }) => embedder.capabilities.credential === "none") ? LOCAL_BATCHES_AT_ONCE : BATCHES_AT_ONCE;
