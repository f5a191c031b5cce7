import type { EmbedRequest } from "@quarry/plugin";
import type { CohereSettings } from "./cohere-settings.ts";

/** Returns the request body. Documents and queries are embedded differently, which matters for the ranking. */
export const embedRequest = (
  { model, dimension, inputType, texts }: EmbedRequest,
  { truncate }: CohereSettings,
): object => ({
  model,
  // A lone surrogate has no UTF-8 form.
  texts: texts.map((text) => text.toWellFormed()),
  input_type: inputType === "query" ? "search_query" : "search_document",
  embedding_types: ["float"],
  truncate,
  ...(takesDimension(model) && { output_dimension: dimension }),
});

/** Models up to version 3 reject `output_dimension`. */
export const takesDimension = (model: string): boolean => /^embed-v([4-9]|\d\d)/.test(model);
