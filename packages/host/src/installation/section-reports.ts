import { isDeepStrictEqual } from "node:util";
import { DEFAULT_PARSER_LIMITS } from "@quarry/plugin";
import { Schema } from "effect";
import { type Configuration, ConfigurationFile, type PluginChoice } from "../configuration.ts";
import { DEFAULT_VECTOR_STORE, EMBEDDED_KEYWORD_INDEX } from "../default-vector-store.ts";
import { PLUGIN_TIMEOUT_DEFAULTS } from "../plugin-timeouts-section.ts";
import type { PluginEntry } from "./plugin-entry.ts";
import { HIDDEN, redact } from "./redact.ts";
import { shownSettings } from "./shown-settings.ts";

/** Section of the effective configuration. */
export interface SectionReport {
  readonly name: string;
  readonly description: string;
  /** Whether it differs from the configuration without a file. */
  readonly isChanged: boolean;
  /** JSON without secrets. Undefined if nothing is set. */
  readonly content: unknown;
}

type SectionName = Exclude<keyof ConfigurationFile, "$schema">;

/** Returns all sections, in the order of their declaration. */
export const sectionReports = (
  configuration: Configuration,
  defaults: Configuration,
  entries: readonly PluginEntry[],
): readonly SectionReport[] => {
  const shown = contents(configuration, entries);
  const { fields } = ConfigurationFile;
  const names = (Object.keys(fields) as (keyof typeof fields)[]).filter((name) => name !== "$schema");
  return names.map((name) => ({
    name,
    description: descriptionOf(fields[name]),
    isChanged: !isDeepStrictEqual(configuration[name], defaults[name]),
    content: shown[name],
  }));
};

const descriptionOf = (field: Schema.Top & { readonly schema: Schema.Top }): string => {
  const { description } = Schema.resolveAnnotations(field.schema) ?? {};
  return typeof description === "string" ? description : "";
};

const contents = (
  configuration: Configuration,
  entries: readonly PluginEntry[],
): Readonly<Record<SectionName, unknown>> => {
  const settings = settingsByEntry(entries);
  const all = (kind: PluginEntry["kind"], choices: Readonly<Record<string, PluginChoice>>) =>
    Object.fromEntries(
      Object.entries(choices).map(([name, choice]) => [name, shownChoice(choice, settings.get(`${kind} ${name}`))]),
    );
  return {
    vectorStore: shownChoice(configuration.vectorStore, settings.get(`vector-store ${DEFAULT_VECTOR_STORE}`)),
    vectorStores: all("vector-store", configuration.vectorStores ?? {}),
    defaultVectorStore: configuration.defaultVectorStore ?? DEFAULT_VECTOR_STORE,
    keywordIndex: configuration.keywordIndex ?? EMBEDDED_KEYWORD_INDEX,
    embedders: all("embedder", configuration.embedders),
    defaultEmbedder: configuration.defaultEmbedder,
    embeddingCache: redact(configuration.embeddingCache),
    rerankers: all("reranker", configuration.rerankers),
    parsers: all("parser", configuration.parsers),
    recognition: configuration.recognition ?? { engine: "tesseract" },
    parserLimits: { ...DEFAULT_PARSER_LIMITS, ...configuration.parserLimits },
    pluginTimeouts: { ...PLUGIN_TIMEOUT_DEFAULTS, ...configuration.pluginTimeouts },
    modelAliases: configuration.modelAliases ?? {},
    // A key that a person made up could be guessed from its digest.
    apiKeys: mapValues(configuration.apiKeys ?? {}, (key) => ({ ...key, sha256: HIDDEN })),
  };
};

/** Returns the decoded settings by entry: the plugin's own schema marks the secrets. */
const settingsByEntry = (entries: readonly PluginEntry[]): ReadonlyMap<string, unknown> =>
  new Map(entries.flatMap(({ kind, names, settings }) => names.map((name) => [`${kind} ${name}`, settings] as const)));

const shownChoice = (choice: PluginChoice, settings: unknown): unknown => ({
  ...(redact({ ...choice, settings: undefined }) as object),
  settings: shownSettings(settings),
});

const mapValues = <Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Readonly<Record<string, Mapped>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
