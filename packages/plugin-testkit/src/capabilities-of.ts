import { Schema } from "effect";

/** Plugin whose capabilities may depend on its settings, as far as the suites use it. */
interface CapablePlugin<Settings, Capabilities> {
  readonly capabilities: Capabilities;
  readonly capabilitiesFor?: (settings: Settings) => Capabilities;
  readonly settings: Schema.Codec<Settings, unknown>;
}

/**
 * Returns the capabilities that the plugin declares for these settings, given as an operator writes them, without
 * opening it.
 */
export const capabilitiesOf = <Settings, Capabilities>(
  plugin: CapablePlugin<Settings, Capabilities>,
  settings: unknown,
): Capabilities => plugin.capabilitiesFor?.(Schema.decodeUnknownSync(plugin.settings)(settings)) ?? plugin.capabilities;
