import { type FitRequest, PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import { isModel, NAMES_OF_MODELS } from "../embedder-capabilities.ts";
import { MAXIMUM_DIMENSION, MAXIMUM_TEXTS, MINIMUM_DIMENSION, MINIMUM_TEXTS } from "./training-limits.ts";

/** Fails, with a message that names the field, if a request can't be used for training. */
export function checkFitRequest({ model, dimension, texts }: FitRequest): Effect.Effect<void, PluginError> {
  if (!isModel(model)) return refuse(`model is "${model}"; this embedder has ${NAMES_OF_MODELS}`);
  if (!(dimension >= MINIMUM_DIMENSION && dimension <= MAXIMUM_DIMENSION))
    return refuse(`dimension is ${dimension}; ${MINIMUM_DIMENSION} to ${MAXIMUM_DIMENSION} are possible`);
  if (texts.length < MINIMUM_TEXTS || texts.length > MAXIMUM_TEXTS)
    return refuse(`texts has ${texts.length} entries; training takes ${MINIMUM_TEXTS} to ${MAXIMUM_TEXTS}`);
  return Effect.void;
}

const refuse = (message: string) =>
  Effect.fail(new PluginError({ plugin: "@quarry/embedder-local", reason: "invalid", message }));
