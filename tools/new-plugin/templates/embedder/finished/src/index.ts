import { defineEmbedder } from "@quarry/plugin";
import { capabilities } from "./acme-capabilities.ts";
import { acmeSettings } from "./acme-settings.ts";
import { textVectors } from "./text-vectors.ts";

export default defineEmbedder({
  name: "@quarry/embedder-acme",
  specVersion: 1,
  capabilities,
  settings: acmeSettings,
  embed: textVectors,
});
