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
   * Returns the capabilities for these settings, if they depend on settings (on a model that the settings name). Like
   * `capabilities`, it is called before the plugin is opened, so it must read only the settings. Default:
   * `capabilities`.
   */
  readonly capabilitiesFor?: (settings: Settings) => RerankerCapabilities;
  /**
   * Returns the capabilities if only the backend knows them: a plugin in another process. Called once, before `make`;
   * the result replaces `capabilities` and `capabilitiesFor` while the service runs. Default: those two.
   */
  readonly describe?: (settings: Settings, context: PluginContext) => Effect.Effect<RerankerCapabilities, PluginError>;
  readonly settings: Schema.Codec<Settings, unknown>;
  readonly make: (settings: Settings, context: PluginContext) => Effect.Effect<RerankerV1, PluginError, Scope.Scope>;
}

/**
 * Defines a reranker: the default export of a reranker package, or one of several versions in a list
 * (`QuarryPluginExport`). Its methods are either plain functions, given here or returned by `make`, or `make` is an
 * effect.
 */
export const defineReranker = <Settings = object>(
  plugin: PluginDefinition<Settings, RerankerPlugin<Settings>, RerankerV1, PlainReranker<NoInfer<Settings>>>,
): RerankerPlugin<Settings> =>
  ({
    kind: "reranker",
    ...definedPlugin(plugin, PLAIN_RERANKER, (settings) => ({
      plugin: plugin.name,
      // Capabilities from `describe` are known only to the service, which sends no request beyond them.
      capabilities:
        plugin.describe === undefined ? (plugin.capabilitiesFor?.(settings) ?? plugin.capabilities) : undefined,
    })),
  }) as RerankerPlugin<Settings>;
