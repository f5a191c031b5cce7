import type { EmbedderUse } from "@quarry/embedding";

/**
 * Maximum number of a document's chunk batches that are embedded and written concurrently, for a remote embedder: same
 * as the default number of concurrent calls to a provider, so a single large document can keep it busy. Each batch
 * contains at most `CHUNKS_PER_BATCH` chunks with their vectors. At the limit, the parser waits.
 */
const BATCHES_AT_ONCE = 8;
/** Limit for local embedders: one batch is embedded while another is written. */
const LOCAL_BATCHES_AT_ONCE = 2;

export const batchesAtOnce = (uses: readonly EmbedderUse[]): number =>
  uses.every(({ embedder }) => embedder.capabilities.credential === "none") ? LOCAL_BATCHES_AT_ONCE : BATCHES_AT_ONCE;
