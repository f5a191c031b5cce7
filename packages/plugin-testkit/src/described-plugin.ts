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
 * A plugin with the capabilities that its backend tells of, to be given to a suite: suites read what a plugin declares
 * when they are registered. A plugin that asks no backend comes back as it is.
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
