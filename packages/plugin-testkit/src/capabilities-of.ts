import { Schema } from "effect";

/** Subset of a plugin that the suites use; its capabilities may depend on its settings. */
interface CapablePlugin<Settings, Capabilities> {
  readonly capabilities: Capabilities;
  readonly capabilitiesFor?: (settings: Settings) => Capabilities;
  readonly settings: Schema.Codec<Settings, unknown>;
}

/**
 * Returns the capabilities that the plugin declares for these settings, without opening it. `settings` are in the form
 * that an operator writes.
 */
export const capabilitiesOf = <Settings, Capabilities>(
  plugin: CapablePlugin<Settings, Capabilities>,
  settings: unknown,
): Capabilities => plugin.capabilitiesFor?.(Schema.decodeUnknownSync(plugin.settings)(settings)) ?? plugin.capabilities;
