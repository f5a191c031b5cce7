import { limits } from "@quarry/plugin/domain";
import type { RerankerCapabilities } from "@quarry/plugin";
import { credentialNeed } from "@quarry/plugin/provider";
import { Schema } from "effect";
import { type CohereSettings, cohereSettings } from "./reranker-settings.ts";

/** Default of the contract first. */
const COHERE_MODELS: readonly string[] = [
  limits.DEFAULT_RERANKING_MODEL,
  "rerank-v4.0-pro",
  "rerank-v4.0-fast",
  "rerank-english-v3.0",
  "rerank-multilingual-v3.0",
];

export const capabilitiesFor = (settings: CohereSettings): RerankerCapabilities => ({
  models: settings.models ?? COHERE_MODELS,
  credential: credentialNeed(settings),
  maxPassages: settings.maxPassages,
});

export const capabilities = capabilitiesFor(Schema.decodeUnknownSync(cohereSettings)({}));
