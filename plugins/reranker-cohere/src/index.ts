import { defineReranker } from "@quarry/plugin";
import { makeCohereReranker, PLUGIN_NAME } from "./cohere-reranker.ts";
import { capabilities, capabilitiesFor } from "./reranker-capabilities.ts";
import { cohereSettings } from "./reranker-settings.ts";

export { type CohereSettings, cohereSettings } from "./reranker-settings.ts";

/** Reranking by Cohere, API version 2. */
export default defineReranker({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities,
  capabilitiesFor,
  settings: cohereSettings,
  make: makeCohereReranker,
});
