import { defineVectorStore } from "@quarry/plugin";
import { pgvectorSettings } from "./pgvector-settings.ts";
import { makePgvectorStore, PLUGIN_NAME } from "./pgvector-store.ts";

export { type PgvectorSettings, pgvectorSettings } from "./pgvector-settings.ts";

/** Ten times the platform's limit. One response contains that many hits. */
const MAX_TOP_K = 10_000;
/** Limit of pgvector's type `vector`. */
const MAX_DIMENSION = 16_000;

/** Vectors in PostgreSQL with pgvector 0.5 or newer. */
export default defineVectorStore({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities: { maxTopK: MAX_TOP_K, maxDimension: MAX_DIMENSION, sharedBetweenProcesses: true },
  settings: pgvectorSettings,
  make: makePgvectorStore,
});
