import { type EmbedderDescription, EmbedderService, type EmbeddingModel as ModelMessage } from "@quarry/api/plugin";
import type { EmbedderCapabilities, EmbeddingModel } from "@quarry/plugin";
import { DESCRIBE_REQUEST, type PeerContract } from "../peer/peer-contract.ts";
import { declaredCount } from "../wire/capability-numbers.ts";
import { credentialNeedOf } from "../wire/credential-need.ts";
import { WireError } from "../wire/wire-error.ts";

export const embedderContract: PeerContract<typeof EmbedderService, EmbedderCapabilities> = {
  kind: "embedder",
  service: EmbedderService,
  describe: async (client, options) => {
    const description = await client.describe(DESCRIBE_REQUEST, options);
    const { identity, maxMessageBytes } = description;
    return { identity, maxMessageBytes, capabilities: () => capabilitiesOf(description) };
  },
};

const capabilitiesOf = (description: EmbedderDescription): EmbedderCapabilities => {
  const { models, otherModels, credential, maxBatchTexts, maxBatchTokens, hybridAlpha } = description;
  if (models.length === 0) throw new WireError("no models");
  if (new Set(models.map(({ name }) => name)).size < models.length) throw new WireError("a model that is named twice");
  if (!(hybridAlpha >= 0 && hybridAlpha <= 1))
    throw new WireError(`hybrid_alpha is ${hybridAlpha}, and must be 0 to 1`);
  return {
    models: models.map(modelOf),
    otherModels,
    credential: credentialNeedOf(credential),
    maxBatchTexts: declaredCount("max_batch_texts", maxBatchTexts),
    maxBatchTokens: declaredCount("max_batch_tokens", maxBatchTokens),
    // Term statistics are in the host's index, and are not available to a plugin in another process.
    usesTermStatistics: false,
    hybridAlpha,
  };
};

const modelOf = ({ name, dimension, dimensionRange, maxInputTokens, description }: ModelMessage): EmbeddingModel => {
  if (name === "") throw new WireError("a model without a name");
  declaredCount(`the dimension of ${name}`, dimension);
  if (dimensionRange !== undefined) {
    const { minimum, maximum } = dimensionRange;
    if (!(minimum >= 1 && minimum <= dimension && dimension <= maximum)) {
      throw new WireError(`the dimension ${dimension} of ${name} outside of its range from ${minimum} to ${maximum}`);
    }
  }
  if (maxInputTokens !== undefined) declaredCount(`max_input_tokens of ${name}`, maxInputTokens);
  return {
    name,
    dimension,
    ...(dimensionRange !== undefined && {
      dimensionRange: { minimum: dimensionRange.minimum, maximum: dimensionRange.maximum },
    }),
    ...(maxInputTokens !== undefined && { maxInputTokens }),
    description,
  };
};
