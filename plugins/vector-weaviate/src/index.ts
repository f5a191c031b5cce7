import { defineVectorStore } from "@quarry/plugin";
import { PLUGIN_NAME } from "./weaviate-failure.ts";
import { MAX_RESULTS } from "./weaviate-objects.ts";
import { weaviateSettings } from "./weaviate-settings.ts";
import { makeWeaviateStore } from "./weaviate-store.ts";

export { type WeaviateSettings, weaviateSettings } from "./weaviate-settings.ts";

const MAX_DIMENSION = 65_535;

/** Vectors in a Weaviate server, 1.33 or newer. */
export default defineVectorStore({
  name: PLUGIN_NAME,
  specVersion: 1,
  // Reading one hit beyond the last one to detect ties takes one result more, which must fit into a response.
  capabilities: {
    maxTopK: MAX_RESULTS - 1,
    maxDimension: MAX_DIMENSION,
    sharedBetweenProcesses: true,
    searchesTerms: true,
  },
  settings: weaviateSettings,
  make: makeWeaviateStore,
});
