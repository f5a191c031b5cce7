import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Effect, Exit, Schema, Scope } from "effect";
import type { PluginContext } from "@quarry/plugin";
import type { PluginError } from "@quarry/plugin";

/** Subset of a plugin of any kind that the suites use. */
export interface OpenablePlugin<Settings, Instance> {
  readonly name: string;
  readonly settings: Schema.Codec<Settings, unknown>;
  readonly make: (settings: Settings, context: PluginContext) => Effect.Effect<Instance, PluginError, Scope.Scope>;
}

export interface OpenedPlugin<Instance> {
  readonly instance: Instance;
  /** Closes the plugin's scope and removes its data folder. */
  readonly close: () => Promise<void>;
}

/** Opens a plugin as the service does: settings decoded by its schema, its own data folder, and a scope to close. */
export async function openForConformance<Settings, Instance>(
  plugin: OpenablePlugin<Settings, Instance>,
  settings: unknown,
): Promise<OpenedPlugin<Instance>> {
  const decoded = Schema.decodeUnknownSync(plugin.settings)(settings);
  const dataDirectory = await mkdtemp(join(tmpdir(), "quarry-conformance-"));
  const scope = Scope.makeUnsafe();
  const close = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void));
    await rm(dataDirectory, { recursive: true, force: true });
  };
  try {
    const made = plugin.make(decoded, { dataDirectory, log: () => {} });
    return { instance: await Effect.runPromise(Scope.provide(made, scope)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
