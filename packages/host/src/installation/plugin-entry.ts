import type { PluginError, PluginKind, PluginKinds } from "@quarry/plugin";
import type { Effect } from "effect";
import type { PluginFaults } from "../containment/plugin-faults.ts";

/** A plugin where the config names it, as who runs the service wants to know it. */
interface Entry<Kind extends PluginKind> {
  readonly kind: Kind;
  /** Names in the config; for a parser all the file types that it is chosen for. */
  readonly names: readonly string[];
  /** The plugin's own name. */
  readonly plugin: string;
  readonly specVersion: number;
  /** Package or path, as in the config. */
  readonly module: string;
  readonly moduleUrl: string;
  /** Capabilities with its settings, and as its backend reports them. */
  readonly capabilities: PluginKinds[Kind]["capabilities"];
  /** Decoded: secrets that the plugin declared are `Redacted`. */
  readonly settings: unknown;
  /** Health check; undefined for plugins that are opened for each piece of work. */
  readonly health: Effect.Effect<void, PluginError> | undefined;
  readonly faults: PluginFaults;
}

export type PluginEntry = { readonly [Kind in PluginKind]: Entry<Kind> }[PluginKind];
