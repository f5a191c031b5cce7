import {
  checkConfiguration,
  defaultConfiguration,
  pluginSourceOf,
  readConfigurationText,
  serviceSettings,
  SETTINGS,
  type Settings,
  unknownSettings,
} from "@quarry/server/configuration";
import {
  type EffectiveConfiguration,
  effectiveConfiguration,
  problemsOf,
  settingProblems,
  type ServiceEnvironment,
} from "../configuration/effective.ts";
import { locate } from "../configuration/locate.ts";
import { counted } from "../output/text.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const SETTING_REMEDY = "correct it, or unset it to use the default; the README lists all settings";
const UNKNOWN_REMEDY = "correct the name, or unset it; the README lists all settings";
const FILE_REMEDY = "fix it there; quarry config check verifies it";

export interface ConfigurationFindings {
  readonly findings: readonly Finding[];
  /** Undefined if the configuration has a problem. */
  readonly effective: EffectiveConfiguration | undefined;
}

/** Checks the settings in the environment, the config file and the plugins that it names. */
export const checkSettings = async (environment: ServiceEnvironment): Promise<ConfigurationFindings> => {
  const wrong = settingProblems(environment).map((each) => problem("settings", each, SETTING_REMEDY));
  const unknown = unknownSettings(environment).map((each) => warning("settings", each, UNKNOWN_REMEDY));
  const found = [...(wrong.length === 0 ? [ok("settings", settingsText(environment))] : wrong), ...unknown];
  // Checks the file even if a setting is invalid, with the default settings in that case.
  const sound = wrong.length === 0 ? environment : { SERVICE_CONFIG: environment["SERVICE_CONFIG"] };
  const inFile = await checkFile(serviceSettings(sound));
  const isSound = [...wrong, ...inFile].every(({ status }) => status !== "problem");
  return {
    findings: [...found, ...inFile],
    effective: isSound ? await effectiveConfiguration(environment) : undefined,
  };
};

const checkFile = async (settings: Settings): Promise<readonly Finding[]> => {
  const path = settings.configFile;
  try {
    const text = path === undefined ? "{}" : await readConfigurationText(path);
    const problems = await checkConfiguration(text, defaultConfiguration(settings), pluginSourceOf(settings));
    if (problems.length === 0) {
      return [ok("config file", path === undefined ? "none; the defaults apply" : `${path}, with its plugins`)];
    }
    return locate(text, problems).map(({ line, column, problem: reported }) =>
      problem("config file", path === undefined ? reported : `${path}:${line}:${column}: ${reported}`, FILE_REMEDY),
    );
  } catch (error) {
    return problemsOf(error).map((each) => problem("config file", each, FILE_REMEDY));
  }
};

const settingsText = (environment: ServiceEnvironment): string => {
  const set = Object.values(SETTINGS).filter(({ variable }) => (environment[variable] ?? "") !== "");
  return set.length === 0 ? "all at their defaults" : `${counted(set.length, "setting")} in the environment`;
};
