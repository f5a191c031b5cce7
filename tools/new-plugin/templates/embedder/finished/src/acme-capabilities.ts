import type { EmbedderCapabilities } from "@quarry/plugin";

/** Capabilities that the platform may use. They are read before anything is opened, so they have no dependencies. */
export const capabilities: EmbedderCapabilities = {
  models: [
    {
      name: "acme-words",
      dimension: 256,
      dimensionRange: { minimum: 64, maximum: 1_024 },
      description: "Pieces of words, hashed: texts that share words are close",
    },
  ],
  otherModels: false,
  credential: "none",
  maxBatchTexts: 64,
  maxBatchTokens: 100_000,
  usesTermStatistics: false,
  hybridAlpha: 0.5,
};
