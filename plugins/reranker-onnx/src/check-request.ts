import { PluginError, type PluginErrorReason, type RerankerCapabilities, type RerankRequest } from "@quarry/plugin";
import { Effect } from "effect";

/** Fails, with a message that names the field, if this model can't process the request. */
export function checkRequest(
  { model, passages }: RerankRequest,
  { models, maxPassages }: RerankerCapabilities,
): Effect.Effect<void, PluginError> {
  if (!models.includes(model)) return refuse("not_found", `model is "${model}"; this reranker has "${models[0]}" only`);
  if (passages.length === 0 || passages.length > maxPassages)
    return refuse("invalid", `passages has ${passages.length} entries; a call has 1 to ${maxPassages}`);
  return Effect.void;
}

const refuse = (reason: PluginErrorReason, message: string) =>
  Effect.fail(new PluginError({ plugin: "@quarry/reranker-onnx", reason, message }));
