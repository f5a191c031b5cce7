import { PluginError, type RerankRequest } from "@quarry/plugin";
import { Effect } from "effect";
import { PLUGIN_NAME } from "./acme-reranker.ts";
import type { AcmeSettings } from "./acme-settings.ts";

export const scorePassages = (
  _request: RerankRequest,
  _settings: AcmeSettings,
): Effect.Effect<readonly number[], PluginError> =>
  Effect.fail(
    new PluginError({
      plugin: PLUGIN_NAME,
      reason: "internal",
      message: "the scores are missing: README.md, step 2",
    }),
  );
