import { readFile } from "node:fs/promises";
import {
  checkConfiguration,
  type Configuration,
  defaultConfiguration,
  loadPlugins,
  pluginSourceOf,
  redact,
  serviceSettings,
  type Setting,
  SETTINGS,
} from "@quarry/server/configuration";
import {
  type EffectiveConfiguration,
  effectiveConfiguration,
  problemsOf,
  settingProblems,
  type ServiceEnvironment,
  withConfigFile,
} from "../configuration/effective.ts";
import { locate, type Located } from "../configuration/locate.ts";
import { configurationSchema } from "../configuration/schema.ts";
import { shownConfiguration } from "../configuration/show.ts";
import { PartialFailure, UsageError } from "../failures.ts";
import { printTable } from "../output/table.ts";
import { terminal } from "../output/terminal.ts";
import { counted, visible } from "../output/text.ts";
import type { GlobalOptions } from "../settings.ts";

/** Reports every problem of the settings and the config file. Opens nothing. */
export const checkConfig = async (file: string | undefined, options: GlobalOptions): Promise<void> => {
  const environment = withConfigFile(process.env, file);
  const problems = settingProblems(environment);
  // Checks the file even if a setting is invalid, with the default settings in that case.
  const settings = serviceSettings(problems.length === 0 ? environment : onlyConfigFile(environment));
  const inFile =
    settings.configFile === undefined
      ? []
      : await fileProblems(settings.configFile, defaultConfiguration(settings), pluginSourceOf(settings));
  const { print, note } = terminal();
  const path = settings.configFile;
  const count = problems.length + inFile.length;
  if (options.json === true) {
    print(
      JSON.stringify(
        { file: path ?? null, valid: count === 0, problems: [...problems.map(toJson), ...inFile] },
        undefined,
        2,
      ),
    );
  } else {
    for (const problem of problems) note(visible(problem));
    for (const { line, column, problem } of inFile) note(visible(`${path}:${line}:${column}: ${problem}`));
    if (count === 0) print(`${path ?? "the settings, without a config file"}: no problems found`);
  }
  if (count > 0) throw new PartialFailure(`${counted(count, "problem")} found`);
};

const toJson = (problem: string): Pick<Located, "problem"> => ({ problem });

const onlyConfigFile = (environment: ServiceEnvironment): ServiceEnvironment => ({
  SERVICE_CONFIG: environment["SERVICE_CONFIG"],
});

const fileProblems = async (
  path: string,
  defaults: Configuration,
  source: EffectiveConfiguration["source"],
): Promise<readonly Located[]> => {
  const text = await textOf(path);
  return locate(text, await checkConfiguration(text, defaults, source));
};

const textOf = async (path: string): Promise<string> => {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`can't read the config file: ${(error as Error).message}`);
  }
};

/** Prints the settings and the configuration that a service started here would use, without secrets. */
export const showConfig = async (file: string | undefined, options: GlobalOptions): Promise<void> => {
  const environment = withConfigFile(process.env, file);
  const effective = await orUsageError(() => effectiveConfiguration(environment));
  const configuration = await orUsageError(() => shownConfiguration(effective));
  const settings = (Object.entries(SETTINGS) as [keyof typeof effective.settings, Setting<unknown>][]).map(
    ([key, { variable }]) => ({
      variable,
      value: redact(effective.settings[key]) ?? null,
      from: (environment[variable] ?? "") === "" ? "default" : "environment",
    }),
  );
  const output = terminal();
  if (options.json === true) return output.print(JSON.stringify({ settings, configuration }, undefined, 2));
  const rows = settings.map(({ variable, value, from }) => [variable, value === null ? "" : String(value), from]);
  printTable(output, ["SETTING", "VALUE", "FROM"], rows);
  output.print("");
  output.print(JSON.stringify(configuration, undefined, 2));
};

const orUsageError = async <A>(work: () => Promise<A>): Promise<A> => {
  try {
    return await work();
  } catch (error) {
    throw new UsageError(`${problemsOf(error).join("; ")} (quarry config check lists all)`);
  }
};

/**
 * Prints a JSON Schema for editors. It includes the settings of the service's own plugins and of the plugins that the
 * file names.
 */
export const configSchema = async (file: string | undefined): Promise<void> => {
  const environment = withConfigFile(process.env, file);
  const { configuration, source } = await orUsageError(() => effectiveConfiguration(environment));
  const loaded = await orUsageError(() => loadPlugins(configuration, source));
  terminal().print(JSON.stringify(configurationSchema(configuration, loaded), undefined, 2));
};
