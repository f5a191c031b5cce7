import type { EmbedRequest } from "@quarry/plugin";
import type { Cohere } from "cohere-ai";
import type { CohereSettings } from "./cohere-settings.ts";

/** The request in the client's words. Documents and queries are embedded differently: it matters for the ranking. */
export const embedRequest = (
  { model, dimension, inputType, texts }: EmbedRequest,
  { truncate }: CohereSettings,
): Cohere.V2EmbedRequest => ({
  model,
  // A lone surrogate has no UTF-8 form.
  texts: texts.map((text) => text.toWellFormed()),
  inputType: inputType === "query" ? "search_query" : "search_document",
  embeddingTypes: ["float"],
  truncate,
  ...(takesDimension(model) && { outputDimension: dimension }),
});

/** The models up to version 3 answer `output_dimension` with an error. */
export const takesDimension = (model: string): boolean => /^embed-v([4-9]|\d\d)/.test(model);
