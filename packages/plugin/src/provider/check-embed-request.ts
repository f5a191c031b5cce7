// Not from "effect" itself: each parser worker imports this file.
import * as Effect from "effect/Effect";
import type { EmbedRequest } from "../embedder/v1/embedder-v1.ts";
import type { EmbedderCapabilities } from "../embedder/v1/embedder-capabilities.ts";
import { PluginError, type PluginErrorReason } from "../plugin-error.ts";

/** Fails, naming the field, if an embedder with these capabilities does not allow the request. */
export const checkEmbedRequest = (
  plugin: string,
  capabilities: EmbedderCapabilities,
  { model, dimension, texts }: EmbedRequest,
): Effect.Effect<void, PluginError> => {
  const refuse = (reason: PluginErrorReason, message: string) =>
    Effect.fail(new PluginError({ plugin, reason, message }));
  const { models, otherModels, maxBatchTexts } = capabilities;
  const known = models.find(({ name }) => name === model);
  if (known === undefined && !otherModels) {
    const names = models.map(({ name }) => name).join(", ");
    return refuse("not_found", `model is "${model}"; it may be ${names}`);
  }
  const minimum = known?.dimensionRange?.minimum ?? known?.dimension ?? 1;
  const maximum = known?.dimensionRange?.maximum ?? known?.dimension ?? Number.MAX_SAFE_INTEGER;
  if (!Number.isInteger(dimension) || dimension < minimum || dimension > maximum) {
    const may = minimum === maximum ? `is ${minimum}` : `may be an integer from ${minimum} to ${maximum}`;
    return refuse("invalid", `dimension is ${dimension}; for the model "${model}" it ${may}`);
  }
  if (texts.length === 0 || texts.length > maxBatchTexts)
    return refuse("invalid", `texts has ${texts.length} entries; a batch has 1 to ${maxBatchTexts}`);
  return Effect.void;
};
