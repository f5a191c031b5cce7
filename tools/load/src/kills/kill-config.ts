import { fileURLToPath } from "node:url";

/** The embedder's name in the config, by which a collection asks for it. */
export const PASSAGES = "passages";

/**
 * A graph from a few hundred vectors on, and so little memory that there are codes to build it of: what is a matter of
 * tens of thousands otherwise. Small collections are still held in full.
 */
export const KILL_CONFIG = {
  vectorStore: { plugin: "@quarry/vector-embedded", settings: { cacheMemoryMb: 2, indexFromRows: 200 } },
  embedders: { [PASSAGES]: { plugin: fileURLToPath(new URL("./passage-embedder.ts", import.meta.url)) } },
};
