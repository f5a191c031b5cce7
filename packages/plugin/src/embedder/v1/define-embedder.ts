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
   * Capabilities with such settings, where they depend on them (a model that the settings name). Like `capabilities`,
   * it is asked before the plugin is opened, so it looks at nothing but the settings. Default: `capabilities`.
   */
  readonly capabilitiesFor?: (settings: Settings) => EmbedderCapabilities;
  /**
   * Capabilities where only its backend can tell them: a plugin in another process. Asked once, before `make`; it stands in
   * place of the other two as long as the service runs. Default: those.
   */
  readonly describe?: (settings: Settings, context: PluginContext) => Effect.Effect<EmbedderCapabilities, PluginError>;
  readonly settings: Schema.Codec<Settings, unknown>;
  readonly make: (settings: Settings, context: PluginContext) => Effect.Effect<EmbedderV1, PluginError, Scope.Scope>;
}

/**
 * The default export of an embedder package, or one of several versions in a list (`QuarryPluginExport`). Its methods are
 * plain functions, here or from `make`, or `make` is an effect.
 */
export const defineEmbedder = <Settings = object>(
  plugin: PluginDefinition<Settings, EmbedderPlugin<Settings>, EmbedderV1, PlainEmbedder<NoInfer<Settings>>>,
): EmbedderPlugin<Settings> =>
  ({
    kind: "embedder",
    ...definedPlugin(plugin, PLAIN_EMBEDDER, (settings) => ({
      plugin: plugin.name,
      // Capabilities from `describe` are known to the service alone, which asks for nothing beyond.
      capabilities:
        plugin.describe === undefined ? (plugin.capabilitiesFor?.(settings) ?? plugin.capabilities) : undefined,
    })),
  }) as EmbedderPlugin<Settings>;
