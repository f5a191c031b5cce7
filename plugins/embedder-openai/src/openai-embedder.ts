import type { EmbedderV1, EmbedRequest, PluginContext } from "@quarry/plugin";
import {
  callProvider,
  checkEmbedRequest,
  keyToSend,
  postJson,
  type ProviderCall,
  secretsOf,
} from "@quarry/plugin/provider";
import { Effect } from "effect";
import { embeddingRequest, inputOf } from "./embedding-request.ts";
import { embeddingsAddress } from "./embeddings-address.ts";
import { capabilitiesFor } from "./openai-capabilities.ts";
import type { OpenAiSettings } from "./openai-settings.ts";
import { readEmbeddings } from "./read-embeddings.ts";

export const PLUGIN_NAME = "@quarry/embedder-openai";

/** Sends one request per call of `embed`, and stores nothing between calls. */
export const makeOpenAiEmbedder = (settings: OpenAiSettings, _context: PluginContext): Effect.Effect<EmbedderV1> => {
  const capabilities = capabilitiesFor(settings);
  const endpoint = {
    plugin: PLUGIN_NAME,
    protocol: "OpenAI",
    baseUrl: settings.azure?.endpoint ?? settings.baseUrl,
    keyField: "embedding_api_key",
    timeoutSeconds: settings.timeoutSeconds,
  } as const;

  const embed = Effect.fnUntraced(function* (request: EmbedRequest) {
    yield* checkEmbedRequest(PLUGIN_NAME, capabilities, request);
    const key = yield* keyToSend(settings, request.credential, endpoint);
    const call: ProviderCall = { ...endpoint, model: request.model, secrets: secretsOf(settings.headers, key) };
    return yield* callProvider(call, async (fetch, signal) => {
      const body = embeddingRequest(request, await inputOf(request, settings), settings, capabilities);
      const answer = await postJson(fetch, embeddingsAddress(settings), { ...keyFor(settings, key), body, signal });
      return { vectors: readEmbeddings(answer, request) };
    });
  });

  // A check of the provider would cost money or count towards a rate limit, and not cover the collections' own keys.
  return Effect.succeed({ embed, health: Effect.void });
};

/** Azure requires the key in its own header. */
const keyFor = ({ azure, headers }: OpenAiSettings, key: string | undefined) =>
  azure === undefined ? { key, headers } : { headers: { ...(key !== undefined && { "api-key": key }), ...headers } };
