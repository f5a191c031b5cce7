// Not from "effect" itself: each parser worker imports this file.
import * as Effect from "effect/Effect";
import { PluginError, type PluginErrorReason } from "../plugin-error.ts";
import type { RerankerCapabilities } from "../reranker/v1/reranker-capabilities.ts";
import type { RerankRequest } from "../reranker/v1/reranker-v1.ts";

/** Fails, naming the field, if a reranker with these capabilities does not allow the request. */
export const checkRerankRequest = (
  plugin: string,
  { models, maxPassages }: RerankerCapabilities,
  { model, passages }: RerankRequest,
): Effect.Effect<void, PluginError> => {
  const refuse = (reason: PluginErrorReason, message: string) =>
    Effect.fail(new PluginError({ plugin, reason, message }));
  if (!models.includes(model)) return refuse("not_found", `model is "${model}"; it may be ${models.join(", ")}`);
  if (passages.length > 0 && passages.length <= maxPassages) return Effect.void;
  return refuse("invalid", `passages has ${passages.length} entries; a call has 1 to ${maxPassages}`);
};
