import type { PluginError, PluginKind, PluginKinds } from "@quarry/plugin";
import type { Effect } from "effect";
import type { PluginFaults } from "../containment/plugin-faults.ts";

/** Plugin entry of the config, with information for the operator. */
interface Entry<Kind extends PluginKind> {
  readonly kind: Kind;
  /** Names in the config. For a parser, all file types that it is chosen for. */
  readonly names: readonly string[];
  /** The plugin's own name. */
  readonly plugin: string;
  readonly specVersion: number;
  /** Package or path, as in the config. */
  readonly module: string;
  readonly moduleUrl: string;
  /** Capabilities with the plugin's settings, as reported by its backend. */
  readonly capabilities: PluginKinds[Kind]["capabilities"];
  /** Decoded settings. Secrets that the plugin declared are `Redacted`. */
  readonly settings: unknown;
  /** Health check. Undefined for plugins that are opened for each task. */
  readonly health: Effect.Effect<void, PluginError> | undefined;
  readonly faults: PluginFaults;
}

export type PluginEntry = { readonly [Kind in PluginKind]: Entry<Kind> }[PluginKind];
