import { CONTRACT_EMBEDDING_MODELS } from "@quarry/plugin/domain";
import type { EmbedderCapabilities, EmbeddingModel } from "@quarry/plugin";
import { credentialNeed } from "@quarry/plugin/provider";
import { Schema } from "effect";
import { type OpenAiSettings, openAiSettings } from "./openai-settings.ts";

/** Input limit of all of OpenAI's embedding models; their documentation states 8,191 and 8,192. */
export const OPENAI_MAX_INPUT_TOKENS = 8_191;

const OPENAI_MODELS: readonly EmbeddingModel[] = CONTRACT_EMBEDDING_MODELS.filter(
  ({ provider }) => provider === "provider_a",
).map(({ model, dimension, description }) => ({
  name: model,
  dimension,
  dimensionRange: { minimum: 1, maximum: dimension },
  maxInputTokens: OPENAI_MAX_INPUT_TOKENS,
  description,
}));

export const capabilitiesFor = (settings: OpenAiSettings): EmbedderCapabilities => ({
  models: settings.models?.map(toModel) ?? OPENAI_MODELS,
  // The list of models for a server is complete; an OpenAI account may have others.
  otherModels: settings.models === undefined,
  credential: credentialNeed(settings),
  maxBatchTexts: settings.maxBatchTexts,
  maxBatchTokens: settings.maxBatchTokens,
  usesTermStatistics: false,
  hybridAlpha: settings.hybridAlpha,
});

export const capabilities = capabilitiesFor(Schema.decodeUnknownSync(openAiSettings)({}));

const toModel = (model: NonNullable<OpenAiSettings["models"]>[number]): EmbeddingModel => ({
  name: model.name,
  dimension: model.dimension,
  ...(model.minimumDimension !== undefined && {
    dimensionRange: { minimum: model.minimumDimension, maximum: model.dimension },
  }),
  ...(model.maxInputTokens !== undefined && { maxInputTokens: model.maxInputTokens }),
  description: model.description ?? "",
});
