import { CONTRACT_EMBEDDING_MODELS } from "@quarry/plugin/domain";
import type { EmbedderCapabilities, EmbeddingModel } from "@quarry/plugin";
import { credentialNeed } from "@quarry/plugin/provider";
import { Schema } from "effect";
import { type CohereSettings, cohereSettings } from "./cohere-settings.ts";

/**
 * Version 3 models read 512 tokens, counted by tokenizers that split numbers and rare words finer than ours: an eighth
 * is reserved as a margin. Texts that are still too long are truncated by the API (setting `truncate`).
 */
const V3_MAX_INPUT_TOKENS = 448;

/** Dimensions that version 4 supports. */
export const V4_DIMENSIONS: readonly number[] = [256, 512, 1024, 1536];

const V4_MODEL = "embed-v4.0";

const MODELS: readonly EmbeddingModel[] = [
  ...CONTRACT_EMBEDDING_MODELS.filter(({ provider }) => provider === "provider_b").map(
    ({ model, dimension, description }) => ({
      name: model,
      dimension,
      maxInputTokens: V3_MAX_INPUT_TOKENS,
      description,
    }),
  ),
  {
    name: V4_MODEL,
    dimension: 1536,
    dimensionRange: { minimum: 256, maximum: 1536 },
    // The model reads 128,000, far more than any chunk has. The margin allows for its own tokenizer.
    maxInputTokens: 100_000,
    description: "Cohere, version 4: more than a hundred languages, long texts; 256, 512, 1024 or 1536 numbers",
  },
];

export const capabilitiesFor = (settings: CohereSettings): EmbedderCapabilities => ({
  models: MODELS,
  otherModels: true,
  credential: credentialNeed(settings),
  maxBatchTexts: settings.maxBatchTexts,
  // The API specifies no total for texts; a full batch of the longest texts of version 3 has less.
  maxBatchTokens: 100_000,
  usesTermStatistics: false,
  hybridAlpha: settings.hybridAlpha,
});

export const capabilities = capabilitiesFor(Schema.decodeUnknownSync(cohereSettings)({}));
