import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ConfigurationError } from "../configuration-error.ts";
import type { PluginSource } from "./find-module.ts";
import { type LoadedPlugin, loadPlugin, type SharedSettings } from "./load-plugin.ts";

type Parser = LoadedPlugin<"parser">;

/** Scope and name prefix of the parsers that come with the service. */
const [SCOPE, PARSER] = ["@quarry", "parser-"] as const;

interface FurtherOptions {
  readonly source: PluginSource;
  readonly shared: SharedSettings;
  readonly limitSeconds: number | undefined;
}

/**
 * Returns parsers for types without a parser in the config: the service's own plugins that are installed and need no
 * settings. If several support a type, the one that declares the fewest types wins, because it is the most specific.
 * Ties are resolved by name.
 */
export const furtherParsers = async (
  known: ReadonlyMap<string, Parser>,
  { source, shared, limitSeconds }: FurtherOptions,
): Promise<ReadonlyMap<string, Parser>> => {
  const parsers: Parser[] = [];
  for (const name of await installedParsers(source)) {
    const parser = await loadPlugin(
      "parser",
      { plugin: name },
      `parsers (${name})`,
      source,
      limitSeconds,
      shared,
    ).catch((error: unknown) => {
      // The plugin needs settings, or has another version: the config did not request it.
      if (error instanceof ConfigurationError) return undefined;
      throw error;
    });
    if (parser !== undefined) parsers.push(parser);
  }
  const typesOf = ({ capabilities }: Parser): readonly string[] => capabilities.fileTypes;
  const found = new Map<string, Parser>();
  for (const parser of parsers.toSorted((one, other) => typesOf(one).length - typesOf(other).length)) {
    for (const type of typesOf(parser)) if (!known.has(type) && !found.has(type)) found.set(type, parser);
  }
  return found;
};

/** Returns the names of packages that can be imported from the folders, sorted. */
const installedParsers = async ({ searchFrom }: PluginSource): Promise<readonly string[]> => {
  const names = new Set<string>();
  for (const folder of searchFrom) {
    for (let at = folder; ; at = dirname(at)) {
      const packages = await readdir(join(at, "node_modules", SCOPE)).catch(() => []);
      for (const name of packages) if (name.startsWith(PARSER)) names.add(`${SCOPE}/${name}`);
      if (dirname(at) === at) break;
    }
  }
  return [...names].toSorted();
};
