import type { OpenEmbedder, PluginsShape } from "@quarry/host";
import { PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import { NO_PROVIDER } from "./no-model.ts";

/**
 * Returns the embedder of a provider. If the config lacks it (the collection was created under another config, or for a
 * provider of the contract that this deployment doesn't offer), returns one that fails with an explanation on use.
 * Keyword search and all other functions of the collection keep working.
 */
export const embedderOf = (plugins: PluginsShape, provider: string): OpenEmbedder =>
  plugins.embedders.get(provider) ?? missingEmbedder(provider, [...plugins.embedders.keys()]);

const missingEmbedder = (provider: string, configured: readonly string[]): OpenEmbedder => {
  const failure = new PluginError({
    plugin: provider,
    reason: "not_found",
    message:
      provider === NO_PROVIDER
        ? `the collection has no embedding model (embedding_provider is "${NO_PROVIDER}"), so that nothing can be embedded for it`
        : `no embedder is configured for "${provider}": add embedders.${provider} to the config (configured: ${configured.join(", ")})`,
  });
  return {
    name: provider,
    identity: provider,
    plugin: provider,
    capabilities: {
      models: [],
      otherModels: true,
      credential: "none",
      maxBatchTexts: 1,
      maxBatchTokens: Number.MAX_SAFE_INTEGER,
      usesTermStatistics: false,
      hybridAlpha: 0.7,
    },
    service: { embed: () => Effect.fail(failure), health: Effect.fail(failure) },
  };
};
