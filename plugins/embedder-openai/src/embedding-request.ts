import type { EmbedderCapabilities, EmbedRequest } from "@quarry/plugin";
import type { EmbeddingCreateParams } from "openai/resources/embeddings";
import type { OpenAiSettings } from "./openai-settings.ts";

/** The request's body. `dimensions` goes along only for models that can shorten: others answer it with an error. */
export const embeddingRequest = (
  { model, dimension, inputType, texts }: EmbedRequest,
  { documentPrefix, queryPrefix, encoding, extraBody }: OpenAiSettings,
  { models }: EmbedderCapabilities,
): EmbeddingCreateParams => {
  const prefix = inputType === "query" ? queryPrefix : documentPrefix;
  const known = models.find(({ name }) => name === model);
  const canShorten = known === undefined ? CAN_SHORTEN.test(model) : known.dimensionRange !== undefined;
  return {
    ...extraBody,
    model,
    // A lone surrogate has no UTF-8 form, and servers refuse its JSON escape.
    input: texts.map((text) => prefix + text.toWellFormed()),
    encoding_format: encoding,
    ...(canShorten && { dimensions: dimension }),
  };
};

/** Names of OpenAI's models that take `dimensions`, such as a dated one that this version doesn't know yet. */
const CAN_SHORTEN = /^text-embedding-[3-9]/;
