import { type EmbedRequest, PluginError, type PluginErrorReason } from "@quarry/plugin";
import { Effect } from "effect";
import { capabilities, isModel, LOCAL_MODEL, NAMES_OF_MODELS } from "./embedder-capabilities.ts";

/** Fails, with a message that names the field, if this embedder can't process the request. */
export function checkRequest(request: EmbedRequest): Effect.Effect<void, PluginError> {
  const { minimum, maximum } = LOCAL_MODEL.dimensionRange;
  const { model, dimension, texts } = request;
  if (!isModel(model)) return refuse("not_found", `model is "${model}"; this embedder has ${NAMES_OF_MODELS}`);
  if (!Number.isInteger(dimension) || dimension < minimum || dimension > maximum)
    return refuse("invalid", `dimension is ${dimension}; ${model} takes integers from ${minimum} to ${maximum}`);
  if (texts.length === 0 || texts.length > capabilities.maxBatchTexts)
    return refuse("invalid", `texts has ${texts.length} entries; a batch has 1 to ${capabilities.maxBatchTexts}`);
  if (request.inputType === "query" && request.statistics === undefined)
    return refuse("invalid", "statistics is missing; queries are weighed by the collection's term statistics");
  return Effect.void;
}

const refuse = (reason: PluginErrorReason, message: string) =>
  Effect.fail(new PluginError({ plugin: "@quarry/embedder-local", reason, message }));
