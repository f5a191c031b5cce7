import { PluginError, type PluginErrorReason } from "@quarry/plugin";

export const PLUGIN_NAME = "quarry-embedder-command";

export const commandError = (
  reason: PluginErrorReason,
  message: string,
  more: { readonly retryAfterSeconds?: number; readonly cause?: unknown } = {},
): PluginError => new PluginError({ plugin: PLUGIN_NAME, reason, message, ...more });
