import type { Effect, Schema, Scope } from "effect";
import type { PluginContext } from "../../plugin-context.ts";
import type { PluginError } from "../../plugin-error.ts";
import { definedPlugin, type PluginDefinition } from "../../plain/plain-plugin.ts";
import type { EmbedderCapabilities } from "./embedder-capabilities.ts";
import type { EmbedderV1 } from "./embedder-v1.ts";
import { PLAIN_EMBEDDER, type PlainEmbedder } from "./plain-embedder.ts";

export interface EmbedderPlugin<Settings = unknown> {
  readonly kind: "embedder";
  readonly name: string;
  readonly specVersion: 1;
  readonly capabilities: EmbedderCapabilities;
  /**
   * Returns the capabilities for these settings, if they depend on settings (on a model that the settings name). Like
   * `capabilities`, it is called before the plugin is opened, so it must read only the settings. Default:
   * `capabilities`.
   */
  readonly capabilitiesFor?: (settings: Settings) => EmbedderCapabilities;
  /**
   * Returns the capabilities if only the backend knows them: a plugin in another process. Called once, before `make`;
   * the result replaces `capabilities` and `capabilitiesFor` while the service runs. Default: those two.
   */
  readonly describe?: (settings: Settings, context: PluginContext) => Effect.Effect<EmbedderCapabilities, PluginError>;
  readonly settings: Schema.Codec<Settings, unknown>;
  readonly make: (settings: Settings, context: PluginContext) => Effect.Effect<EmbedderV1, PluginError, Scope.Scope>;
}

/**
 * Defines an embedder: the default export of an embedder package, or one of several versions in a list
 * (`QuarryPluginExport`). Its methods are either plain functions, given here or returned by `make`, or `make` is an
 * effect.
 */
export const defineEmbedder = <Settings = object>(
  plugin: PluginDefinition<Settings, EmbedderPlugin<Settings>, EmbedderV1, PlainEmbedder<NoInfer<Settings>>>,
): EmbedderPlugin<Settings> =>
  ({
    kind: "embedder",
    ...definedPlugin(plugin, PLAIN_EMBEDDER, (settings) => ({
      plugin: plugin.name,
      // Capabilities from `describe` are known only to the service, which sends no request beyond them.
      capabilities:
        plugin.describe === undefined ? (plugin.capabilitiesFor?.(settings) ?? plugin.capabilities) : undefined,
    })),
  }) as EmbedderPlugin<Settings>;
