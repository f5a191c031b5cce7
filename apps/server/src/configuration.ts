import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type PluginSource, readSettings, type Settings } from "@quarry/host";

// Exports for other programs: `quarry config` and `quarry doctor`.
export {
  checkConfiguration,
  type Configuration,
  ConfigurationError,
  ConfigurationFile,
  DEFAULT_VECTOR_STORE,
  type LoadedPlugin,
  type LoadedPlugins,
  loadPlugins,
  type PluginChoice,
  type PluginSource,
  readChosenModels,
  readConfiguration,
  readConfigurationText,
  redact,
  type Setting,
  SETTINGS,
  type Settings,
  unknownSettings,
  withChosenModels,
} from "@quarry/host";
export { defaultConfiguration } from "./default-configuration.ts";
export { type Deployment, deploymentOf } from "./deployment.ts";

/** Returns the settings that the service starts with. Paths are absolute. */
export const serviceSettings = (environment: Readonly<Record<string, string | undefined>>): Settings => {
  const settings = readSettings(environment);
  return {
    ...settings,
    dataDirectory: resolve(settings.dataDirectory),
    configFile: settings.configFile === undefined ? undefined : resolve(settings.configFile),
  };
};

const here = dirname(fileURLToPath(import.meta.url));

/** Returns where plugins are found: next to the config file, then among the service's own. */
export const pluginSourceOf = ({ configFile }: Pick<Settings, "configFile">): PluginSource => {
  const baseDirectory = configFile === undefined ? process.cwd() : dirname(configFile);
  return { baseDirectory, searchFrom: [baseDirectory, here] };
};
