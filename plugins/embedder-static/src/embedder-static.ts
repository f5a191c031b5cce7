import { defineEmbedder, type EmbedderV1, type EmbedRequest } from "@quarry/plugin";
import { checkEmbedRequest } from "@quarry/plugin/provider";
import { Effect } from "effect";
import { capabilities, capabilitiesFor } from "./embedder-capabilities.ts";
import { StaticEmbedderSettings } from "./embedder-settings.ts";
import { makeModelThread, NAME } from "./model-thread.ts";

/**
 * Embeds with a table of one vector per token, in the format of model2vec: without a runtime, thousands of passages per
 * second.
 */
export const embedderStatic = defineEmbedder({
  name: NAME,
  specVersion: 1,
  capabilities,
  capabilitiesFor,
  settings: StaticEmbedderSettings,
  make: Effect.fnUntraced(function* (settings: StaticEmbedderSettings) {
    const { dimension } = settings;
    const own = capabilitiesFor(settings);
    const thread = yield* makeModelThread(settings);
    const embed = Effect.fnUntraced(function* (request: EmbedRequest) {
      yield* checkEmbedRequest(NAME, own, request);
      const all = yield* thread.run(request.texts);
      const vectors = request.texts.map((_, index) => all.slice(index * dimension, (index + 1) * dimension));
      return { vectors };
    });
    // Loads the model, and retains it for the first text.
    return { embed, health: Effect.asVoid(thread.run([])) } satisfies EmbedderV1;
  }),
});
