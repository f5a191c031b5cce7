// Loads settings, the config file and the plugins that it names. Plugins run in isolation and under observation.
export { checkConfiguration } from "./check-configuration.ts";
export {
  type ChosenModels,
  type CollectionSelection,
  modelsFolder,
  readChosenModels,
  type SavedModelUse,
  withChosenModels,
  writeChosenModels,
} from "./chosen-models.ts";
export { type Configuration, ConfigurationFile, type PluginChoice } from "./configuration.ts";
export { ConfigurationError } from "./configuration-error.ts";
export { listenForLateFailures } from "./containment/late-failures.ts";
export { currentCall } from "./containment/plugin-call.ts";
export { type AnyMethod, decorated } from "./decorated.ts";
export { DEFAULT_VECTOR_STORE, EMBEDDED_KEYWORD_INDEX } from "./default-vector-store.ts";
export { packageVersion } from "./containment/plugin-locations.ts";
export { Installation } from "./installation/installation.ts";
export type { PluginEntry } from "./installation/plugin-entry.ts";
export { needsKey, type PluginReport } from "./installation/plugin-report.ts";
export { redact, secretTexts } from "./installation/redact.ts";
export type { SectionReport } from "./installation/section-reports.ts";
export type { SettingReport } from "./installation/setting-reports.ts";
export type { PluginSource } from "./loading/find-module.ts";
export { loadPlugin, type LoadedPlugin } from "./loading/load-plugin.ts";
export { type LoadedPlugins, loadPlugins } from "./loading/load-plugins.ts";
export type { EmbeddingCacheSection } from "./rate-limit-section.ts";
export { PARSER_LIMIT_SETTINGS, type ParserLimitSetting } from "./parser-limits-section.ts";
export { PLUGIN_TIMEOUT_SETTINGS, type PluginTimeoutSetting } from "./plugin-timeouts-section.ts";
export {
  type AddedModel,
  type OpenEmbedder,
  type OpenReranker,
  type OpenVectorStore,
  Plugins,
  type PluginsShape,
} from "./plugins.ts";
export { readConfiguration, readConfigurationText } from "./read-configuration.ts";
export type { Setting } from "./setting.ts";
export { readSettings, SETTINGS, type Settings } from "./settings.ts";
export { unknownSettings } from "./unknown-settings.ts";
