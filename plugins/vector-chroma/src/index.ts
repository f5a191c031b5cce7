import { defineVectorStore } from "@quarry/plugin";
import { makeChromaStore, PLUGIN_NAME } from "./chroma-store.ts";
import { chromaSettings } from "./chroma-settings.ts";

export { type ChromaSettings, chromaSettings } from "./chroma-settings.ts";

/** Ten times the platform's limit. One response contains that many hits. */
const MAX_TOP_K = 10_000;
/** More has not been tested. */
const MAX_DIMENSION = 20_000;

/** Vectors in a Chroma server, 1.0 or newer. */
export default defineVectorStore({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities: { maxTopK: MAX_TOP_K, maxDimension: MAX_DIMENSION, sharedBetweenProcesses: true },
  settings: chromaSettings,
  make: makeChromaStore,
});
