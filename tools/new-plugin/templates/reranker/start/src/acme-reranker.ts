import { PluginError, type RerankerCapabilities, type RerankerV1 } from "@quarry/plugin";
import { Effect } from "effect";
import type { AcmeSettings } from "./acme-settings.ts";

export const PLUGIN_NAME = "@quarry/reranker-acme";

export const capabilities: RerankerCapabilities = { models: ["acme-words"], credential: "none", maxPassages: 200 };

/** Stands where a part is still to be written; the README says what belongs there. */
const missing = (part: string, step: number) =>
  Effect.fail(
    new PluginError({
      plugin: PLUGIN_NAME,
      reason: "internal",
      message: `${part} is missing: README.md, step ${step}`,
    }),
  );

export const openAcmeReranker = (_settings: AcmeSettings): Effect.Effect<RerankerV1> =>
  Effect.succeed({ rerank: () => missing("rerank", 1), health: missing("health", 1) });
