import type { EmbedderCapabilities } from "@quarry/plugin";

/** Without a model there is nothing to check: README.md, step 1. */
export const capabilities: EmbedderCapabilities = {
  models: [],
  otherModels: false,
  credential: "none",
  maxBatchTexts: 1,
  maxBatchTokens: 1,
  usesTermStatistics: false,
  hybridAlpha: 0.5,
};
