import { describeValue } from "@quarry/plugin/domain";
import type { PluginKind, PluginKinds } from "@quarry/plugin";
import type { PluginChoice } from "../configuration.ts";
import { ConfigurationError } from "../configuration-error.ts";
import { asCall } from "../containment/plugin-call.ts";
import { rememberLocation } from "../containment/plugin-locations.ts";
import { type Decoded, decodeProblems } from "../decode-problems.ts";
import { PLUGIN_TIMEOUT_DEFAULTS } from "../plugin-timeouts-section.ts";
import { capabilitiesWith, declarationProblems } from "./check-declaration.ts";
import { chooseVersion } from "./choose-version.ts";
import { findModule, type PluginSource } from "./find-module.ts";
import { importModule } from "./import-module.ts";
import { describeThrown } from "../describe-thrown.ts";
import { LoadProblem } from "./load-problem.ts";

export interface LoadedPlugin<Kind extends PluginKind> {
  readonly plugin: PluginKinds[Kind];
  /** Capabilities with these settings. */
  readonly capabilities: PluginKinds[Kind]["capabilities"];
  /** URL (`file:`) of the module, which lets a worker thread load it again. */
  readonly moduleUrl: string;
  /** Settings decoded by the plugin's schema. Their type is `never`: they fit only the plugin that they came with. */
  readonly settings: never;
  /** Settings as in the config. */
  readonly rawSettings: unknown;
}

/** Settings of separate sections: defaults for plugin settings of the same names. */
export type SharedSettings = Readonly<Record<string, unknown>>;

/**
 * Finds, imports and checks a plugin. It must be of the expected kind, offer a contract version that this build
 * supports, have a complete declaration, and accept its settings. Throws a `ConfigurationError` that names the path in
 * the config.
 */
export const loadPlugin = async <Kind extends PluginKind>(
  kind: Kind,
  choice: PluginChoice,
  at: string,
  source: PluginSource,
  limitSeconds: number = PLUGIN_TIMEOUT_DEFAULTS.load,
  shared: SharedSettings = {},
): Promise<LoadedPlugin<Kind>> => {
  const refuse = (problems: readonly string[]): ConfigurationError =>
    new ConfigurationError({
      problems: problems.map((problem) => `${at}.plugin: ${describeValue(choice.plugin)} ${problem}`),
    });
  const { plugin, moduleUrl } = await loadModule(kind, choice.plugin, source, limitSeconds).catch((error: unknown) => {
    throw error instanceof LoadProblem ? refuse([error.message]) : error;
  });
  const problems = declarationProblems(kind, plugin);
  if (problems.length > 0) throw refuse(problems);
  const rawSettings = withShared(plugin, choice.settings ?? {}, shared);
  const decoded = decodeSettings(plugin, rawSettings, at);
  if ("problems" in decoded) throw new ConfigurationError({ problems: decoded.problems });
  const settings = decoded.value as never;
  const found = capabilitiesWith<PluginKinds[Kind]["capabilities"]>(kind, plugin, settings);
  if ("problems" in found) throw refuse(found.problems);
  return { plugin, capabilities: found.capabilities, moduleUrl, settings, rawSettings };
};

const loadModule = async <Kind extends PluginKind>(
  kind: Kind,
  name: string,
  source: PluginSource,
  limitSeconds: number,
): Promise<{ readonly plugin: PluginKinds[Kind]; readonly moduleUrl: string }> => {
  const moduleUrl = await findModule(name, source);
  rememberLocation(moduleUrl, name);
  const module = await asCall({ plugin: name, call: "load" }, () => importModule(moduleUrl, limitSeconds));
  const plugin = chooseVersion(kind, module as object);
  rememberLocation(moduleUrl, plugin.name);
  return { plugin, moduleUrl };
};

const withShared = (plugin: PluginKinds[PluginKind], input: object, shared: SharedSettings): object => {
  const { fields = {} } = plugin.settings as { readonly fields?: object };
  return { ...Object.fromEntries(Object.entries(shared).filter(([name]) => Object.hasOwn(fields, name))), ...input };
};

/** The schema is the plugin's code too, and can fail. */
const decodeSettings = (plugin: PluginKinds[PluginKind], rawSettings: unknown, at: string): Decoded<unknown> => {
  try {
    return decodeProblems(plugin.settings, rawSettings, `${at}.settings`);
  } catch (error) {
    return { problems: [`${at}.settings: ${plugin.name} can't decode its settings: ${describeThrown(error)}`] };
  }
};
