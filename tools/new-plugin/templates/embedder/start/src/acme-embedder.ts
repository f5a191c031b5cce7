import { type EmbedderV1, PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import type { AcmeSettings } from "./acme-settings.ts";

export const PLUGIN_NAME = "@quarry/embedder-acme";

/** Stands where a part is still to be written; the README says what belongs there. */
const missing = (part: string, step: number) =>
  Effect.fail(
    new PluginError({
      plugin: PLUGIN_NAME,
      reason: "internal",
      message: `${part} is missing: README.md, step ${step}`,
    }),
  );

export const openAcmeEmbedder = (_settings: AcmeSettings): Effect.Effect<EmbedderV1> =>
  Effect.succeed({ embed: () => missing("embed", 2), health: missing("health", 2) });
