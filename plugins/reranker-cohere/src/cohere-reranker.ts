import type { PluginContext, RerankerV1, RerankRequest } from "@quarry/plugin";
import {
  callProvider,
  checkRerankRequest,
  keyToSend,
  postJson,
  type ProviderCall,
  secretsOf,
} from "@quarry/plugin/provider";
import { Effect } from "effect";
import { readScores } from "./read-scores.ts";
import { capabilitiesFor } from "./reranker-capabilities.ts";
import type { CohereSettings } from "./reranker-settings.ts";

export const PLUGIN_NAME = "@quarry/reranker-cohere";

/** Sends one request per call of `rerank`, and stores nothing between calls. */
export const makeCohereReranker = (settings: CohereSettings, _context: PluginContext): Effect.Effect<RerankerV1> => {
  const capabilities = capabilitiesFor(settings);
  // Base URLs that end with a version are in use.
  const address = `${settings.baseUrl.replace(/\/(v[12]\/?)?$/, "")}/v2/rerank`;
  const endpoint = {
    plugin: PLUGIN_NAME,
    protocol: "Cohere",
    baseUrl: settings.baseUrl,
    keyField: "reranking_api_key",
    timeoutSeconds: settings.timeoutSeconds,
  } as const;

  const rerank = Effect.fnUntraced(function* (request: RerankRequest) {
    yield* checkRerankRequest(PLUGIN_NAME, capabilities, request);
    const key = yield* keyToSend(settings, request.credential, endpoint);
    const call: ProviderCall = { ...endpoint, model: request.model, secrets: secretsOf(settings.headers, key) };
    return yield* callProvider(call, async (fetch, signal) => {
      const body = {
        model: request.model,
        query: request.query.toWellFormed(),
        // Cohere rejects an empty document; a blank one is as irrelevant.
        documents: request.passages.map((passage) => passage.toWellFormed() || " "),
        max_tokens_per_doc: settings.maxTokensPerPassage,
      };
      const answer = await postJson(fetch, address, { key, headers: settings.headers, body, signal });
      return readScores(answer, request.passages.length);
    });
  });

  // A check of the provider would cost money or count towards a rate limit, and not cover the collections' own keys.
  return Effect.succeed({ rerank, health: Effect.void });
};
