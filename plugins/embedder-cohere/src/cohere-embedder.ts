import { type EmbedderV1, type EmbedRequest, type PluginContext, PluginError } from "@quarry/plugin";
import {
  callProvider,
  checkEmbedRequest,
  keyToSend,
  postJson,
  type ProviderCall,
  secretsOf,
} from "@quarry/plugin/provider";
import { Effect } from "effect";
import { capabilitiesFor, V4_DIMENSIONS } from "./cohere-capabilities.ts";
import type { CohereSettings } from "./cohere-settings.ts";
import { embedRequest, takesDimension } from "./embed-request.ts";
import { readEmbeddings } from "./read-embeddings.ts";

export const PLUGIN_NAME = "@quarry/embedder-cohere";

/** Sends one request per call of `embed`, and stores nothing between calls. */
export const makeCohereEmbedder = (settings: CohereSettings, _context: PluginContext): Effect.Effect<EmbedderV1> => {
  const capabilities = capabilitiesFor(settings);
  // Base URLs that end with a version are in use.
  const address = `${settings.baseUrl.replace(/\/(v[12]\/?)?$/, "")}/v2/embed`;
  const endpoint = {
    plugin: PLUGIN_NAME,
    protocol: "Cohere",
    baseUrl: settings.baseUrl,
    keyField: "embedding_api_key",
    timeoutSeconds: settings.timeoutSeconds,
  } as const;

  const embed = Effect.fnUntraced(function* (request: EmbedRequest) {
    yield* checkEmbedRequest(PLUGIN_NAME, capabilities, request);
    yield* checkDimension(request);
    const key = yield* keyToSend(settings, request.credential, endpoint);
    const call: ProviderCall = { ...endpoint, model: request.model, secrets: secretsOf(settings.headers, key) };
    return yield* callProvider(call, async (fetch, signal) => {
      const body = embedRequest(request, settings);
      const answer = await postJson(fetch, address, { key, headers: settings.headers, body, signal });
      return { vectors: readEmbeddings(answer, request) };
    });
  });

  // A check of the provider would cost money or count towards a rate limit, and not cover the collections' own keys.
  return Effect.succeed({ embed, health: Effect.void });
};

/** Checks the dimension: version 4 supports only certain dimensions between its minimum and maximum. */
const checkDimension = ({ model, dimension }: EmbedRequest): Effect.Effect<void, PluginError> =>
  !takesDimension(model) || V4_DIMENSIONS.includes(dimension)
    ? Effect.void
    : Effect.fail(
        new PluginError({
          plugin: PLUGIN_NAME,
          reason: "invalid",
          message: `dimension is ${dimension}; for the model "${model}" it may be ${V4_DIMENSIONS.join(", ")}`,
        }),
      );
