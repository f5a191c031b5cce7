import { fileURLToPath } from "node:url";

/** The embedder's name in the config, by which a collection asks for it. */
export const PASSAGES = "passages";

/**
 * A graph from a few hundred vectors on, what is a matter of tens of thousands otherwise, and memory for little more than
 * all collections, so that what is held of them goes now and then. A collection that is smaller is held in full.
 */
export const KILL_CONFIG = {
  vectorStore: { plugin: "@quarry/vector-embedded", settings: { cacheMemoryMb: 2, indexFromRows: 200 } },
  embedders: { [PASSAGES]: { plugin: fileURLToPath(new URL("./passage-embedder.ts", import.meta.url)) } },
};
