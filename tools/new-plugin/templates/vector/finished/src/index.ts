import { defineVectorStore } from "@quarry/plugin";
import { acmeSettings } from "./acme-settings.ts";
import { openAcmeStore, PLUGIN_NAME } from "./acme-store.ts";

export default defineVectorStore({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities: { maxTopK: 10_000, maxDimension: 4_096, sharedBetweenProcesses: false },
  settings: acmeSettings,
  make: openAcmeStore,
});
