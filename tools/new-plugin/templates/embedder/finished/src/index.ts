import { defineEmbedder } from "@quarry/plugin";
import { capabilities } from "./acme-capabilities.ts";
import { openAcmeEmbedder, PLUGIN_NAME } from "./acme-embedder.ts";
import { acmeSettings } from "./acme-settings.ts";

export default defineEmbedder({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities,
  settings: acmeSettings,
  make: openAcmeEmbedder,
});
