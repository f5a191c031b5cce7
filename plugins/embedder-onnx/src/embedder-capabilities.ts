import { modelNameOf } from "@quarry/onnx";
import type { EmbedderCapabilities } from "@quarry/plugin";
import type { OnnxEmbedderSettings } from "./embedder-settings.ts";

/** Capabilities common to all models; the settings add the model. */
export const capabilities: EmbedderCapabilities = {
  models: [],
  otherModels: false,
  credential: "none",
  // A small model takes seconds on a CPU for a call of this size. Finished calls are not lost if the next one fails.
  maxBatchTexts: 64,
  maxBatchTokens: 32_768,
  usesTermStatistics: false,
  hybridAlpha: 0.7,
};

export const capabilitiesFor = (settings: OnnxEmbedderSettings): EmbedderCapabilities => ({
  ...capabilities,
  models: [
    {
      name: modelNameOf(settings),
      dimension: settings.dimension,
      description: `Runs on this machine: ${settings.dtype} weights on ${settings.device}. Needs no key.`,
    },
  ],
});
