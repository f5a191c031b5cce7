import type { EmbedderCapabilities, EmbedRequest } from "@quarry/plugin";
import { cutToTokens } from "./truncate-to-tokens.ts";
import { OPENAI_MAX_INPUT_TOKENS } from "./openai-capabilities.ts";
import type { OpenAiSettings } from "./openai-settings.ts";

/** The request's body, of texts that are as they are sent. `dimensions` goes along only for models that can shorten: others answer it with an error. */
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

/** The texts as they are sent. */
export const inputOf = async (
  { model, inputType, texts }: EmbedRequest,
  { documentPrefix, queryPrefix }: OpenAiSettings,
): Promise<string[]> => {
  const prefix = inputType === "query" ? queryPrefix : documentPrefix;
  // A lone surrogate has no UTF-8 form, and servers refuse its JSON escape.
  const input = texts.map((text) => prefix + text.toWellFormed());
  return COUNTS_CL100K.test(model) ? cutToTokens(input, OPENAI_MAX_INPUT_TOKENS) : input;
};

/** OpenAI's own models: of others the tokenizer is not known. */
const COUNTS_CL100K = /^text-embedding-(3-|ada-)/;

/** Names of OpenAI's models that take `dimensions`, such as a dated one that this version doesn't know yet. */
const CAN_SHORTEN = /^text-embedding-[3-9]/;
