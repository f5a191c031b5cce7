// Settings and the config file, and the plugins that they name: loaded, contained and watched.
export { checkConfiguration } from "./check-configuration.ts";
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
export { type LateFailure, listenForLateFailures } from "./containment/late-failures.ts";
export { currentCall, type PluginCall } from "./containment/plugin-call.ts";
export { decodeProblems } from "./decode-problems.ts";
export { DEFAULT_VECTOR_STORE, EMBEDDED_KEYWORD_INDEX } from "./default-vector-store.ts";
export { Installation, type InstallationOptions, type InstallationShape } from "./installation/installation.ts";
export type { PluginPlace } from "./installation/plugin-place.ts";
export { needsKey, type PluginHealth, type PluginReport } from "./installation/plugin-report.ts";
export { HIDDEN, redact, secretTexts } from "./installation/redact.ts";
export type { SectionReport } from "./installation/section-reports.ts";
export type { SettingReport } from "./installation/setting-reports.ts";
export type { PluginSource } from "./loading/find-module.ts";
export { loadPlugin, type LoadedPlugin } from "./loading/load-plugin.ts";
export { type LoadedPlugins, loadPlugins } from "./loading/load-plugins.ts";
export type { EmbeddingCacheSection, PaceSection } from "./pace-section.ts";
export { PARSER_LIMIT_SETTINGS, type ParserLimitSetting } from "./parser-limits-section.ts";
export {
  PLUGIN_TIMEOUT_DEFAULTS,
  PLUGIN_TIMEOUT_SETTINGS,
  type PluginOperation,
  type PluginTimeouts,
  type PluginTimeoutSetting,
} from "./plugin-timeouts-section.ts";
export {
  type OpenEmbedder,
  type OpenKeywordStore,
  type OpenReranker,
  type OpenVectorStore,
  type ParserModule,
  Plugins,
  type PluginsOptions,
  type PluginsShape,
} from "./plugins.ts";
export { readConfiguration, readConfigurationText } from "./read-configuration.ts";
export type { Setting } from "./setting.ts";
export { readSettings, SETTINGS, type Settings } from "./settings.ts";
