import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Effect, Schema } from "effect";
import type { PluginContext } from "@quarry/plugin";
import type { PluginError } from "@quarry/plugin";

interface DescribablePlugin<Settings, Capabilities> {
  readonly capabilities: Capabilities;
  readonly settings: Schema.Codec<Settings, unknown>;
  readonly describe?: (settings: Settings, context: PluginContext) => Effect.Effect<Capabilities, PluginError>;
}

/**
 * Returns the plugin with the capabilities that its backend reports, for use in a suite: suites read a plugin's
 * capabilities when they are registered. Returns a plugin without `describe` unchanged.
 */
export async function describedPlugin<Settings, Capabilities, Plugin extends DescribablePlugin<Settings, Capabilities>>(
  plugin: Plugin & DescribablePlugin<Settings, Capabilities>,
  settings: unknown,
): Promise<Plugin> {
  if (plugin.describe === undefined) return plugin;
  const decoded = Schema.decodeUnknownSync(plugin.settings)(settings);
  const dataDirectory = await mkdtemp(join(tmpdir(), "quarry-conformance-"));
  try {
    const requested = plugin.describe(decoded, { dataDirectory, log: () => {} });
    return { ...plugin, capabilities: await Effect.runPromise(requested), capabilitiesFor: undefined };
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
