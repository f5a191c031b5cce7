export {
  type Configuration,
  ConfigurationFile,
  type EmbedderChoice,
  type KeyChoice,
  type ParserChoice,
  type PluginChoice,
  withDefaults,
} from "./configuration.ts";
export { ConfigurationError } from "./configuration-error.ts";
export { decodeProblems } from "./decode-problems.ts";
export { DEFAULT_VECTOR_STORE } from "./default-vector-store.ts";
export { loadPlugin, type LoadedPlugin, type PluginSource } from "./load-plugin.ts";
export type { EmbeddingCacheSection, PaceSection } from "./pace-section.ts";
export { PARSER_LIMIT_SETTINGS, type ParserLimitSetting } from "./parser-limits-section.ts";
export {
  type OpenEmbedder,
  type OpenReranker,
  type OpenVectorStore,
  type ParserModule,
  Plugins,
  type PluginsOptions,
  type PluginsShape,
} from "./plugins.ts";
export { readConfiguration } from "./read-configuration.ts";
export type { Setting } from "./setting.ts";
export { readSettings, SETTINGS, type Settings } from "./settings.ts";
