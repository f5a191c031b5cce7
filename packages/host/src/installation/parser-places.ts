import type { Configuration } from "../configuration.ts";
import { PluginFaults } from "../containment/plugin-faults.ts";
import type { LoadedPlugins } from "../loading/load-plugins.ts";
import type { PluginPlace } from "./plugin-place.ts";

type ParserPlace = Extract<PluginPlace, { readonly kind: "parser" }>;

/** One place for all file types that are read alike: by the same module, with the same settings, run the same way. */
export const parserPlaces = (
  choices: Configuration["parsers"],
  loaded: LoadedPlugins["parsers"],
): readonly ParserPlace[] => {
  const places = new Map<string, ParserPlace>();
  for (const [fileType, { plugin, capabilities, moduleUrl, settings, rawSettings }] of loaded) {
    const isolation = choices[fileType]?.isolation ?? capabilities.isolation ?? "thread";
    const key = JSON.stringify([moduleUrl, rawSettings, isolation]);
    const alike = places.get(key);
    places.set(key, {
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
  return [...places.values()];
};
