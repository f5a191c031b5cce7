import {
  type Configuration,
  ConfigurationError,
  defaultConfiguration,
  deploymentOf,
  type PluginSource,
  pluginSourceOf,
  readChosenModels,
  readConfiguration,
  serviceSettings,
  type Settings,
  withChosenModels,
} from "@quarry/server/configuration";

/** Environment variables of the service. */
export type ServiceEnvironment = Readonly<Record<string, string | undefined>>;

/** Configuration that the service would start with here. */
export interface EffectiveConfiguration {
  readonly settings: Settings;
  readonly configuration: Configuration;
  readonly source: PluginSource;
}

/** Returns the environment with another config file, if one is named. */
export const withConfigFile = (environment: ServiceEnvironment, file: string | undefined): ServiceEnvironment =>
  file === undefined ? environment : { ...environment, SERVICE_CONFIG: file };

/** Returns the configuration. Throws a `ConfigurationError` that lists every problem. */
export const effectiveConfiguration = async (environment: ServiceEnvironment): Promise<EffectiveConfiguration> => {
  const settings = serviceSettings(environment);
  const configured = await readConfiguration(settings.configFile, defaultConfiguration(settings));
  const configuration = withChosenModels(configured, await readChosenModels(settings.dataDirectory));
  return { settings, configuration, source: pluginSourceOf(settings) };
};

/** Returns the problems of a `ConfigurationError`; rethrows any other error. */
export const problemsOf = (error: unknown): readonly string[] => {
  if (error instanceof ConfigurationError) return error.problems;
  throw error;
};

/** Returns every problem of the settings in the environment: of each one, and of their combinations. */
export const settingProblems = (environment: ServiceEnvironment): readonly string[] => {
  try {
    deploymentOf(serviceSettings(environment));
    return [];
  } catch (error) {
    return problemsOf(error);
  }
};
