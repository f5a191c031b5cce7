import type { EmbedderCapabilities } from "@quarry/plugin";
import { modelNameOf, type StaticEmbedderSettings } from "./embedder-settings.ts";

/** Capabilities common to all models; the settings add the model. */
export const capabilities: EmbedderCapabilities = {
  models: [],
  otherModels: false,
  credential: "none",
  // A batch at both limits keeps the thread busy for a fraction of a second, so that queries run soon.
  maxBatchTexts: 256,
  maxBatchTokens: 131_072,
  usesTermStatistics: false,
  // Measured with one real table (README): from 0.2 to 0.3 hybrid search differs by at most .0005, and is better than
  // either mode alone.
  hybridAlpha: 0.3,
};

export const capabilitiesFor = (settings: StaticEmbedderSettings): EmbedderCapabilities => ({
  ...capabilities,
  models: [
    {
      name: modelNameOf(settings),
      dimension: settings.dimension,
      description: "Runs on this machine: the mean of the vectors of a text's tokens. Needs no key and no runtime.",
    },
  ],
});
