import type { EmbedderCapabilities, EmbedRequest } from "@quarry/plugin";
import { cutToTokens } from "./truncate-to-tokens.ts";
import { OPENAI_MAX_INPUT_TOKENS } from "./openai-capabilities.ts";
import type { OpenAiSettings } from "./openai-settings.ts";

/**
 * Returns the request body for texts in their final form. Sends `dimensions` only to models that support shortening:
 * others reject it.
 */
export const embeddingRequest = (
  { model, dimension, inputType }: EmbedRequest,
  input: string[],
  { encoding, extraBody, queryBody, documentBody }: OpenAiSettings,
  { models }: EmbedderCapabilities,
): object => {
  const known = models.find(({ name }) => name === model);
  const canShorten = known === undefined ? CAN_SHORTEN.test(model) : known.dimensionRange !== undefined;
  return {
    ...extraBody,
    ...(inputType === "query" ? queryBody : documentBody),
    model,
    input,
    encoding_format: encoding,
    ...(canShorten && { dimensions: dimension }),
  };
};

/** Returns the texts in the form in which they are sent. */
export const inputOf = async (
  { model, inputType, texts }: EmbedRequest,
  { documentPrefix, queryPrefix }: OpenAiSettings,
): Promise<string[]> => {
  const prefix = inputType === "query" ? queryPrefix : documentPrefix;
  // A lone surrogate has no UTF-8 form, and servers reject its JSON escape.
  const input = texts.map((text) => prefix + text.toWellFormed());
  return COUNTS_CL100K.test(model) ? cutToTokens(input, OPENAI_MAX_INPUT_TOKENS) : input;
};

/** OpenAI's own models: the tokenizer of other models is unknown. */
const COUNTS_CL100K = /^text-embedding-(3-|ada-)/;

/** Names of OpenAI's models that accept `dimensions`, including dated ones unknown to this version. */
const CAN_SHORTEN = /^text-embedding-[3-9]/;
