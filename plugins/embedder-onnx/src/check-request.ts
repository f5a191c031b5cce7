import { type EmbeddingModel, type EmbedRequest, PluginError, type PluginErrorReason } from "@quarry/plugin";
import { Effect } from "effect";
import { capabilities } from "./embedder-capabilities.ts";

/** Fails, with a message that names the field, if this model can't process the request. */
export function checkRequest(request: EmbedRequest, model: EmbeddingModel): Effect.Effect<void, PluginError> {
  const { maxBatchTexts } = capabilities;
  const { dimension, texts } = request;
  if (request.model !== model.name)
    return refuse("not_found", `model is "${request.model}"; this embedder has "${model.name}" only`);
  if (dimension !== model.dimension)
    return refuse("invalid", `dimension is ${dimension}; the vectors of ${model.name} have ${model.dimension} numbers`);
  if (texts.length === 0 || texts.length > maxBatchTexts)
    return refuse("invalid", `texts has ${texts.length} entries; a batch has 1 to ${maxBatchTexts}`);
  return Effect.void;
}

const refuse = (reason: PluginErrorReason, message: string) =>
  Effect.fail(new PluginError({ plugin: "@quarry/embedder-onnx", reason, message }));
