import { defineReranker } from "@quarry/plugin";
import { capabilities, openAcmeReranker, PLUGIN_NAME } from "./acme-reranker.ts";
import { acmeSettings } from "./acme-settings.ts";

export default defineReranker({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities,
  settings: acmeSettings,
  make: openAcmeReranker,
});
