import { defineVectorStore } from "@quarry/plugin";
import { PLUGIN_NAME } from "./milvus-failure.ts";
import { milvusSettings } from "./milvus-settings.ts";
import { makeMilvusStore } from "./milvus-store.ts";

export { type MilvusSettings, milvusSettings } from "./milvus-settings.ts";

/** Below the server's limit of 16,384, with a margin for reading beyond ties. */
const MAX_TOP_K = 10_000;
const MAX_DIMENSION = 32_768;

/** Vectors in a Milvus server, 2.5 or newer. */
export default defineVectorStore({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities: { maxTopK: MAX_TOP_K, maxDimension: MAX_DIMENSION, sharedBetweenProcesses: true, searchesTerms: true },
  settings: milvusSettings,
  make: makeMilvusStore,
});
