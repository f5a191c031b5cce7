import type { Configuration } from "../configuration.ts";
import { PluginFaults } from "../containment/plugin-faults.ts";
import type { LoadedPlugins } from "../loading/load-plugins.ts";
import type { PluginEntry } from "./plugin-entry.ts";

type ParserEntry = Extract<PluginEntry, { readonly kind: "parser" }>;

/** One place for all file types that are read alike: by the same module, with the same settings, run the same way. */
export const parserEntries = (
  choices: Configuration["parsers"],
  loaded: LoadedPlugins["parsers"],
): readonly ParserEntry[] => {
  const entries = new Map<string, ParserEntry>();
  for (const [fileType, { plugin, capabilities, moduleUrl, settings, rawSettings }] of loaded) {
    const isolation = choices[fileType]?.isolation ?? capabilities.isolation ?? "thread";
    const key = JSON.stringify([moduleUrl, rawSettings, isolation]);
    const alike = entries.get(key);
    entries.set(key, {
      kind: "parser",
      names: [...(alike?.names ?? []), fileType],
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
