import {
  PluginError,
  type PluginErrorReason,
  type RerankerCapabilities,
  type RerankerV1,
  type RerankRequest,
} from "@quarry/plugin";
import { Effect } from "effect";
import type { AcmeSettings } from "./acme-settings.ts";
import { scorePassages } from "./score-passages.ts";

export const PLUGIN_NAME = "@quarry/reranker-acme";

export const capabilities: RerankerCapabilities = { models: ["acme-words"], credential: "none", maxPassages: 200 };

export const openAcmeReranker = (settings: AcmeSettings): Effect.Effect<RerankerV1> => {
  const rerank = Effect.fnUntraced(function* (request: RerankRequest) {
    yield* checkRequest(request);
    return yield* scorePassages(request, settings);
  });
  return Effect.succeed({ rerank, health: Effect.void });
};

/** What can't be asked is refused by name, so that who made the mistake finds it. */
const checkRequest = ({ model, passages }: RerankRequest): Effect.Effect<void, PluginError> => {
  const { models, maxPassages } = capabilities;
  if (!models.includes(model)) return refuse("not_found", `model is "${model}"; it may be ${models.join(", ")}`);
  if (passages.length > 0 && passages.length <= maxPassages) return Effect.void;
  return refuse("invalid", `passages has ${passages.length} entries; a call has 1 to ${maxPassages}`);
};

const refuse = (reason: PluginErrorReason, message: string) =>
  Effect.fail(new PluginError({ plugin: PLUGIN_NAME, reason, message }));
