import type { EmbedderV1, EmbedRequest } from "@quarry/plugin";
import { checkEmbedRequest } from "@quarry/plugin/provider";
import { Effect } from "effect";
import { capabilities } from "./acme-capabilities.ts";
import type { AcmeSettings } from "./acme-settings.ts";
import { textVectors } from "./text-vectors.ts";

export const PLUGIN_NAME = "@quarry/embedder-acme";

export const openAcmeEmbedder = (settings: AcmeSettings): Effect.Effect<EmbedderV1> => {
  const embed = Effect.fnUntraced(function* (request: EmbedRequest) {
    yield* checkEmbedRequest(PLUGIN_NAME, capabilities, request);
    return { vectors: yield* textVectors(request, settings) };
  });
  return Effect.succeed({ embed, health: Effect.void });
};
