import { Context, Effect, Layer } from "effect";
import type { Configuration } from "../configuration.ts";
import { Plugins, type PluginsShape } from "../plugins.ts";
import type { Settings } from "../settings.ts";
import type { PluginEntry } from "./plugin-entry.ts";
import { type PluginReport, reportOf } from "./plugin-report.ts";
import { secretTexts } from "./redact.ts";
import { type SectionReport, sectionReports } from "./section-reports.ts";
import { type Environment, type SettingReport, settingReports, settingSecrets } from "./setting-reports.ts";

/** Configuration of this process, for its operators. It contains no secrets. */
export interface InstallationShape {
  /** Path of the config file. */
  readonly configFile: string | undefined;
  readonly settings: readonly SettingReport[];
  /** Config sections, including the models chosen since the start. */
  readonly sections: Effect.Effect<readonly SectionReport[]>;
  /** Runs the health checks of all plugins concurrently, each with a limit of 5 seconds. */
  readonly plugins: Effect.Effect<readonly PluginReport[]>;
}

export interface InstallationOptions {
  readonly settings: Settings;
  /** Environment variables that the settings were read from. */
  readonly environment: Environment;
  readonly configuration: Configuration;
  /** Configuration that applies without a config file. */
  readonly defaults: Configuration;
}

export class Installation extends Context.Service<Installation, InstallationShape>()("@quarry/host/Installation") {
  static readonly layer = (options: InstallationOptions): Layer.Layer<Installation, never, Plugins> =>
    Layer.effect(
      Installation,
      Effect.map(Plugins, (plugins) => describe(options, plugins)),
    );
}

const describe = (
  { settings, environment, configuration, defaults }: InstallationOptions,
  plugins: PluginsShape,
): InstallationShape => {
  const { entries } = plugins;
  const secrets = [...settingSecrets(settings), ...entries.flatMap((entry) => secretTexts(entry.settings))];
  return {
    configFile: settings.configFile,
    settings: settingReports(settings, environment),
    sections: Effect.sync(() => sectionReports(inEffect(configuration, plugins), defaults, entries)),
    plugins: Effect.forEach(entries, (entry) => reportOf(entry, isDefault(entry, plugins), secrets), {
      concurrency: "unbounded",
    }),
  };
};

/** Returns the configuration with the models added, and the default chosen, since the start. */
const inEffect = (configuration: Configuration, { entries, defaultEmbedder }: PluginsShape): Configuration => {
  const choicesOf = (kind: PluginEntry["kind"]) =>
    Object.fromEntries(
      entries.filter((entry) => entry.kind === kind).map(({ names, module }) => [names[0], { plugin: module }]),
    );
  return {
    ...configuration,
    embedders: { ...choicesOf("embedder"), ...configuration.embedders },
    rerankers: { ...choicesOf("reranker"), ...configuration.rerankers },
    defaultEmbedder: defaultEmbedder.name,
  };
};

/** Whether the plugin is a default. Parsers and rerankers have no default for requests that name none. */
const isDefault = ({ kind, names: [name] }: PluginEntry, { vectorStore, defaultEmbedder }: PluginsShape): boolean =>
  (kind === "vector-store" && name === vectorStore.name) || (kind === "embedder" && name === defaultEmbedder.name);
