import type { EmbedderCapabilities } from "@quarry/plugin";
import { modelNameOf, type StaticEmbedderSettings } from "./embedder-settings.ts";

/** Capabilities common to all models; the settings add the model. */
export const capabilities: EmbedderCapabilities = {
  models: [],
  otherModels: false,
  credential: "none",
  // A batch of both limits keeps the thread busy for a fraction of a second, so that queries get their turn soon.
  maxBatchTexts: 256,
  maxBatchTokens: 131_072,
  usesTermStatistics: false,
  // Measured with one real table (README): from 0.2 to 0.3 hybrid search is the same to .0005, and better than either alone.
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
