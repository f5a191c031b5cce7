import { defineEmbedder } from "@quarry/plugin";
import { capabilities, capabilitiesFor } from "./openai-capabilities.ts";
import { makeOpenAiEmbedder, PLUGIN_NAME } from "./openai-embedder.ts";
import { openAiSettings } from "./openai-settings.ts";

export { type OpenAiSettings, openAiSettings } from "./openai-settings.ts";

/** Embeddings by OpenAI, Azure OpenAI, and every server with OpenAI's protocol. */
export default defineEmbedder({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities,
  capabilitiesFor,
  settings: openAiSettings,
  make: makeOpenAiEmbedder,
});
