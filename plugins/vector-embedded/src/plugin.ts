import { EmbeddedSettings, PLUGIN_NAME, makeVectorStore, startThreads } from "@quarry/index";
import { defineVectorStore } from "@quarry/plugin";
import { limits } from "@quarry/plugin/domain";
import { Effect } from "effect";

/** Ten times the platform's limit. The result of a search is kept in memory. */
const MAX_TOP_K = 10_000;

/** Vector store inside the service: SQLite files in the data folder, without a server. */
export const vectorEmbedded = defineVectorStore({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities: { maxTopK: MAX_TOP_K, maxDimension: limits.MAX_DIMENSION, sharedBetweenProcesses: false },
  settings: EmbeddedSettings,
  make: (settings, context) => Effect.map(startThreads(settings, context), makeVectorStore),
});
