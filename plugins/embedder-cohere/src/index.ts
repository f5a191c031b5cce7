import { defineEmbedder } from "@quarry/plugin";
import { capabilities, capabilitiesFor } from "./cohere-capabilities.ts";
import { makeCohereEmbedder, PLUGIN_NAME } from "./cohere-embedder.ts";
import { cohereSettings } from "./cohere-settings.ts";

export { type CohereSettings, cohereSettings } from "./cohere-settings.ts";

/** Embeddings by Cohere, API version 2. */
export default defineEmbedder({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities,
  capabilitiesFor,
  settings: cohereSettings,
  make: makeCohereEmbedder,
});
