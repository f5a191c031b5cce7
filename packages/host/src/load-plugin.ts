import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describeValue } from "@quarry/domain";
import type { PluginKind, PluginKinds } from "@quarry/plugin";
import type { PluginChoice } from "./configuration.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { decodeProblems } from "./decode-problems.ts";

/** The contract versions that this build speaks, per kind. */
export const SPEC_VERSION = 1;

export interface LoadedPlugin<Kind extends PluginKind> {
  readonly plugin: PluginKinds[Kind];
  /** Where the module lies: a `file:` URL, so that a worker thread can load it again. */
  readonly moduleUrl: string;
  /** As the plugin's schema decoded them: `never`, so that they fit the plugin they came with and nothing else. */
  readonly settings: never;
  /** As the config gave them. */
  readonly rawSettings: unknown;
}

export interface PluginSource {
  /** Folders from which package names are looked up, in order: the config file's, then the application's. */
  readonly searchFrom: readonly string[];
  /** Folder against which a relative path is resolved: the config file's. */
  readonly baseDirectory: string;
}

/**
 * Finds, imports and checks a plugin: it must be of the kind that stands at this place, follow a contract version that
 * this build knows, and accept its settings. Throws a `ConfigurationError` that names the place in the config.
 */
export const loadPlugin = async <Kind extends PluginKind>(
  kind: Kind,
  choice: PluginChoice,
  at: string,
  source: PluginSource,
): Promise<LoadedPlugin<Kind>> => {
  const moduleUrl = await findModule(choice.plugin, at, source);
  const plugin = checkPlugin(kind, await importModule(moduleUrl, choice.plugin, at), choice.plugin, at);
  const rawSettings = choice.settings ?? {};
  const decoded = decodeProblems(plugin.settings, rawSettings, `${at}.settings`);
  if ("problems" in decoded) throw new ConfigurationError({ problems: decoded.problems });
  return { plugin, moduleUrl, settings: decoded.value as never, rawSettings };
};

const findModule = async (name: string, at: string, source: PluginSource): Promise<string> => {
  const tried = isPath(name) ? await findPath(name, source) : findPackage(name, source);
  if (tried !== undefined) return tried;
  throw new ConfigurationError({
    problems: [
      `${at}.plugin: can't find ${describeValue(name)}; it may be the name of a package that is installed beside the ` +
        `config file or with Quarry, or a path to a module that starts with "./"`,
    ],
  });
};

const isPath = (name: string): boolean => /^\.{1,2}[\\/]/.test(name) || isAbsolute(name);

const findPath = async (name: string, source: PluginSource): Promise<string | undefined> => {
  const path = resolve(source.baseDirectory, name);
  try {
    await access(path);
    return pathToFileURL(createRequire(path).resolve(path)).href;
  } catch {
    return undefined;
  }
};

const findPackage = (name: string, source: PluginSource): string | undefined => {
  for (const folder of source.searchFrom) {
    try {
      return pathToFileURL(createRequire(resolve(folder, "noop.js")).resolve(name)).href;
    } catch {
      // Not below this folder: the next one may have it.
    }
  }
  return undefined;
};

const importModule = async (moduleUrl: string, name: string, at: string): Promise<unknown> => {
  try {
    const module = (await import(moduleUrl)) as { readonly default?: unknown };
    return module.default;
  } catch (error) {
    throw new ConfigurationError({
      problems: [`${at}.plugin: ${describeValue(name)} could not be loaded: ${(error as Error).message}`],
    });
  }
};

const checkPlugin = <Kind extends PluginKind>(
  kind: Kind,
  value: unknown,
  name: string,
  at: string,
): PluginKinds[Kind] => {
  const plugin = value as { readonly kind?: unknown; readonly specVersion?: unknown } | null | undefined;
  const fail = (problem: string): ConfigurationError =>
    new ConfigurationError({ problems: [`${at}.plugin: ${describeValue(name)} ${problem}`] });
  if (typeof plugin !== "object" || plugin === null || typeof plugin.kind !== "string") {
    throw fail("is not a Quarry plugin: its default export must be made with define… of @quarry/plugin");
  }
  if (plugin.kind !== kind) throw fail(`is a ${plugin.kind} plugin; here stands a ${kind}`);
  if (plugin.specVersion !== SPEC_VERSION) {
    throw fail(
      `follows version ${describeValue(plugin.specVersion)} of the contract; this Quarry knows ${SPEC_VERSION}`,
    );
  }
  return plugin as PluginKinds[Kind];
};
