import type { Effect, Schema, Scope } from "effect";
import type { PluginContext } from "../../plugin-context.ts";
import type { PluginError } from "../../plugin-error.ts";
import { definedPlugin, type PluginDefinition } from "../../plain/plain-plugin.ts";
import { PLAIN_RERANKER, type PlainReranker } from "./plain-reranker.ts";
import type { RerankerCapabilities } from "./reranker-capabilities.ts";
import type { RerankerV1 } from "./reranker-v1.ts";

export interface RerankerPlugin<Settings = unknown> {
  readonly kind: "reranker";
  readonly name: string;
  readonly specVersion: 1;
  readonly capabilities: RerankerCapabilities;
  /**
   * Capabilities with such settings, where they depend on them (a model that the settings name). Like `capabilities`,
   * it is asked before the plugin is opened, so it looks at nothing but the settings. Default: `capabilities`.
   */
  readonly capabilitiesFor?: (settings: Settings) => RerankerCapabilities;
  /**
   * Capabilities where only its backend can tell them: a plugin in another process. Asked once, before `make`; it stands in
   * place of the other two as long as the service runs. Default: those.
   */
  readonly describe?: (settings: Settings, context: PluginContext) => Effect.Effect<RerankerCapabilities, PluginError>;
  readonly settings: Schema.Codec<Settings, unknown>;
  readonly make: (settings: Settings, context: PluginContext) => Effect.Effect<RerankerV1, PluginError, Scope.Scope>;
}

/**
 * The default export of a reranker package, or one of several versions in a list (`QuarryPluginExport`). Its methods are
 * plain functions, here or from `make`, or `make` is an effect.
 */
export const defineReranker = <Settings = object>(
  plugin: PluginDefinition<Settings, RerankerPlugin<Settings>, RerankerV1, PlainReranker<NoInfer<Settings>>>,
): RerankerPlugin<Settings> =>
  ({
    kind: "reranker",
    ...definedPlugin(plugin, PLAIN_RERANKER, (settings) => ({
      plugin: plugin.name,
      // Capabilities from `describe` are known to the service alone, which asks for nothing beyond.
      capabilities:
        plugin.describe === undefined ? (plugin.capabilitiesFor?.(settings) ?? plugin.capabilities) : undefined,
    })),
  }) as RerankerPlugin<Settings>;
