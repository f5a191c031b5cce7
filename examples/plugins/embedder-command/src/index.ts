import { defineEmbedder, type EmbedderCapabilities } from "@quarry/plugin";
import { makeCommandEmbedder } from "./command-embedder.ts";
import { PLUGIN_NAME } from "./command-error.ts";
import { type CommandSettings, commandSettings } from "./command-settings.ts";

export { type CommandSettings, commandSettings } from "./command-settings.ts";

const capabilitiesFor = (
  settings: Pick<CommandSettings, "models" | "maxBatchTexts" | "maxBatchTokens" | "hybridAlpha">,
): EmbedderCapabilities => ({
  models: settings.models,
  otherModels: false,
  credential: "none",
  maxBatchTexts: settings.maxBatchTexts,
  maxBatchTokens: settings.maxBatchTokens,
  usesTermStatistics: false,
  hybridAlpha: settings.hybridAlpha,
});

/** Vectors from a custom program, accessed over its standard input and output. */
export default defineEmbedder({
  name: PLUGIN_NAME,
  specVersion: 1,
  // The settings specify the models.
  capabilities: {
    models: [],
    otherModels: false,
    credential: "none",
    maxBatchTexts: 1,
    maxBatchTokens: 1,
    usesTermStatistics: false,
    hybridAlpha: 0.5,
  },
  capabilitiesFor,
  settings: commandSettings,
  make: makeCommandEmbedder,
});
