import type { Configuration } from "../configuration.ts";
import { PluginFaults } from "../containment/plugin-faults.ts";
import type { LoadedPlugins } from "../loading/load-plugins.ts";
import type { PluginEntry } from "./plugin-entry.ts";

type ParserEntry = Extract<PluginEntry, { readonly kind: "parser" }>;

/**
 * Returns one entry for all file types that are parsed alike: by the same module, with the same settings and isolation.
 */
export const parserEntries = (
  choices: Configuration["parsers"],
  loaded: LoadedPlugins["parsers"],
): readonly ParserEntry[] => {
  const entries = new Map<string, ParserEntry>();
  for (const [fileType, { plugin, capabilities, moduleUrl, settings, rawSettings }] of loaded) {
    const isolation = choices[fileType]?.isolation ?? capabilities.isolation ?? "thread";
    const key = JSON.stringify([moduleUrl, rawSettings, isolation]);
    const sameEntry = entries.get(key);
    entries.set(key, {
      kind: "parser",
      names: [...(sameEntry?.names ?? []), fileType],
      plugin: plugin.name,
      specVersion: plugin.specVersion,
      module: choices[fileType]?.plugin ?? plugin.name,
      moduleUrl,
      capabilities: { ...capabilities, isolation },
      settings,
      health: undefined,
      faults: new PluginFaults(),
    });
  }
  return [...entries.values()];
};
