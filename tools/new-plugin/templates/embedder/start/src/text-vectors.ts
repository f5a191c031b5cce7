import { type EmbedRequest, PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import { PLUGIN_NAME } from "./acme-embedder.ts";
import type { AcmeSettings } from "./acme-settings.ts";

export const textVectors = (
  _request: EmbedRequest,
  _settings: AcmeSettings,
): Effect.Effect<readonly Float32Array[], PluginError> =>
  Effect.fail(
    new PluginError({
      plugin: PLUGIN_NAME,
      reason: "internal",
      message: "the vectors are missing: README.md, step 3",
    }),
  );
