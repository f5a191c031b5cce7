import type { PluginKind } from "@quarry/plugin";
import type { Configuration, PluginChoice } from "../configuration.ts";
import { ConfigurationError } from "../configuration-error.ts";
import { DEFAULT_VECTOR_STORE } from "../default-vector-store.ts";
import type { PluginSource } from "./find-module.ts";
import { furtherParsers } from "./further-parsers.ts";
import { type LoadedPlugin, loadPlugin, type SharedSettings } from "./load-plugin.ts";

/** All plugins that the config names, loaded and checked, but not opened. */
export interface LoadedPlugins {
  /** Vector stores by name. */
  readonly vectorStores: ReadonlyMap<string, LoadedPlugin<"vector-store">>;
  readonly embedders: ReadonlyMap<string, LoadedPlugin<"embedder">>;
  readonly rerankers: ReadonlyMap<string, LoadedPlugin<"reranker">>;
  /** Parsers by file type. */
  readonly parsers: ReadonlyMap<string, LoadedPlugin<"parser">>;
}

/**
 * Loads every plugin of the config before any is opened, to report all errors at once (one `ConfigurationError` with
 * every problem).
 */
export const loadPlugins = async (configuration: Configuration, source: PluginSource): Promise<LoadedPlugins> => {
  const problems: string[] = [];
  const attempt = async <Kind extends PluginKind>(
    kind: Kind,
    choice: PluginChoice,
    at: string,
    shared: SharedSettings = {},
  ) => {
    try {
      return await loadPlugin(kind, choice, at, source, configuration.pluginTimeouts?.load, shared);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  };
  const attemptAll = async <Kind extends PluginKind>(
    kind: Kind,
    choices: Readonly<Record<string, PluginChoice>>,
    section: string,
    shared: SharedSettings = {},
  ) => {
    const loaded = new Map<string, LoadedPlugin<Kind>>();
    for (const [name, choice] of Object.entries(choices)) {
      const plugin = await attempt(kind, choice, `${section}.${name}`, shared);
      if (plugin !== undefined) loaded.set(name, plugin);
    }
    return loaded;
  };
  const vectorStore = await attempt("vector-store", configuration.vectorStore, "vectorStore");
  const further = await attemptAll("vector-store", configuration.vectorStores ?? {}, "vectorStores");
  const vectorStores = new Map(vectorStore && [[DEFAULT_VECTOR_STORE, vectorStore]]);
  for (const [name, store] of further) vectorStores.set(name, store);
  const embedders = await attemptAll("embedder", configuration.embedders, "embedders");
  const rerankers = await attemptAll("reranker", configuration.rerankers, "rerankers");
  const { recognition } = configuration;
  const shared = { ...(recognition !== undefined && { recognition }) };
  const parsers = await attemptAll("parser", configuration.parsers, "parsers", shared);
  problems.push(...unreadableTypes(parsers));
  if (problems.length > 0) throw new ConfigurationError({ problems });
  const options = { source, shared, limitSeconds: configuration.pluginTimeouts?.load };
  for (const [fileType, parser] of await furtherParsers(parsers, options)) {
    parsers.set(fileType, parser);
  }
  return { vectorStores, embedders, rerankers, parsers };
};

const unreadableTypes = (parsers: ReadonlyMap<string, LoadedPlugin<"parser">>): readonly string[] =>
  [...parsers]
    .filter(
      ([fileType, { capabilities }]) =>
        capabilities.readsFurtherTypes !== true && !capabilities.fileTypes.includes(fileType),
    )
    .map(
      ([fileType, { plugin, capabilities }]) =>
        `parsers.${fileType}.plugin: ${plugin.name} can't read .${fileType}; it reads ${capabilities.fileTypes.join(", ")}`,
    );
