import { defineVectorStore } from "@quarry/plugin";
import { PLUGIN_NAME } from "./opensearch-failure.ts";
import { openSearchSettings } from "./opensearch-settings.ts";
import { makeOpenSearchStore } from "./opensearch-store.ts";

export { type OpenSearchSettings, openSearchSettings } from "./opensearch-settings.ts";

/** Limit of the server for a search for neighbours, and by default for every search. */
const MAX_TOP_K = 10_000;
const MAX_DIMENSION = 16_000;

/** Vectors and terms in an OpenSearch cluster, 2.19 or newer. */
export default defineVectorStore({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities: {
    ...{ maxTopK: MAX_TOP_K, maxDimension: MAX_DIMENSION, sharedBetweenProcesses: true, searchesTerms: true },
  },
  settings: openSearchSettings,
  make: makeOpenSearchStore,
});
