import { parse } from "jsonc-parser";
import { type Configuration, ConfigurationFile, withDefaults } from "./configuration.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { decodeProblems } from "./decode-problems.ts";
import type { PluginSource } from "./loading/find-module.ts";
import { loadPlugins } from "./loading/load-plugins.ts";
import { crossChecks, syntaxProblems } from "./read-configuration.ts";

/**
 * Checks the text of a config file, including its plugins' settings. Each problem begins with its path, such as
 * `embedders.local.settings.size`. A start of the service stops at the first kind of problem; this function sets
 * unreadable parts aside and checks the rest anyway. Opens nothing.
 */
export const checkConfiguration = async (
  text: string,
  defaults: Configuration,
  source: PluginSource,
): Promise<readonly string[]> => {
  const syntax = syntaxProblems(text, "");
  if (syntax.length > 0) return syntax.map((problem) => problem.replace(/^:/, ""));
  const value: unknown = parse(text, [], { allowTrailingComma: true });
  const { readable, problems } = setAside(value);
  const configuration = withDefaults(readable, defaults);
  // A name in the file is valid, even if its entry was set aside.
  const names = [...namesOf(value, "embedders"), ...namesOf(value, "vectorStores")].map((name) => JSON.stringify(name));
  const isOfRest = (problem: string) => !problem.startsWith("default") || !names.some((name) => problem.endsWith(name));
  return [
    ...problems,
    ...crossChecks(configuration).filter(isOfRest),
    ...(await pluginProblems(configuration, source)),
  ];
};

interface Readable {
  readonly readable: ConfigurationFile;
  readonly problems: readonly string[];
}

/** Removes the parts that don't decode: whole sections, or single entries in sections with names. */
const setAside = (value: unknown): Readable => {
  const problems: string[] = [];
  let left = value;
  for (;;) {
    const decoded = decodeProblems(ConfigurationFile, left, "");
    if ("value" in decoded) return { readable: decoded.value, problems };
    problems.push(...decoded.problems);
    const next = decoded.problems.reduce(without, left);
    // A value that is not an object has no parts to remove.
    if (next === left) return { readable: {}, problems };
    left = next;
  }
};

const without = (value: unknown, problem: string): unknown => {
  const [section = "", name] = problem.slice(0, problem.indexOf(": ")).split(".");
  if (!isObject(value) || !Object.hasOwn(value, section)) return value;
  const { [section]: inner, ...rest } = value;
  if (name === undefined || !isObject(inner) || !Object.hasOwn(inner, name) || !isNamed(section)) return rest;
  const { [name]: _, ...others } = inner;
  return { ...rest, [section]: others };
};

const isNamed = (section: string): boolean =>
  ["vectorStores", "embedders", "rerankers", "parsers", "modelAliases", "apiKeys"].includes(section);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const namesOf = (value: unknown, section: string): readonly string[] => {
  const inner = isObject(value) ? value[section] : undefined;
  return isObject(inner) ? Object.keys(inner) : [];
};

const pluginProblems = async (configuration: Configuration, source: PluginSource): Promise<readonly string[]> => {
  try {
    await loadPlugins(configuration, source);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
};
