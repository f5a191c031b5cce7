import {
  type Configuration,
  ConfigurationFile,
  DEFAULT_VECTOR_STORE,
  type LoadedPlugins,
  type PluginChoice,
} from "@quarry/server/configuration";
import { Schema } from "effect";

type Json = Readonly<Record<string, unknown>>;

/** Config sections that select plugins, and whether they do so by name. */
const SECTIONS = [
  { section: "vectorStore", plugins: "vectorStores", isNamed: false },
  { section: "vectorStores", plugins: "vectorStores", isNamed: true },
  { section: "embedders", plugins: "embedders", isNamed: true },
  { section: "rerankers", plugins: "rerankers", isNamed: true },
  { section: "parsers", plugins: "parsers", isNamed: true },
] as const;

/** Returns a JSON Schema of the config file. It includes the settings of the plugins that the configuration uses. */
export const configurationSchema = (configuration: Configuration, loaded: LoadedPlugins): Json => {
  const names = pluginNames(configuration, loaded);
  const { schema, definitions } = jsonSchemaOf(ConfigurationFile);
  const properties = { ...(schema["properties"] as Record<string, Json>) };
  for (const { section, plugins, isNamed } of SECTIONS) {
    const choice = isNamed ? (properties[section]!["additionalProperties"] as Json) : properties[section]!;
    const known = { ...choice, allOf: conditions(loaded[plugins].values(), names) };
    properties[section] = isNamed ? { ...properties[section], additionalProperties: known } : known;
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of Quarry",
    ...schema,
    properties,
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  };
};

interface Configurable {
  readonly plugin: { readonly settings: Schema.Codec<never, unknown> };
}

/** JSON Schema conditions: the schema of `settings` depends on the value of `plugin`. */
const conditions = (loaded: Iterable<Configurable>, names: ReadonlyMap<object, readonly string[]>): readonly Json[] =>
  [...new Set([...loaded].map(({ plugin }) => plugin))].map((plugin) => ({
    if: { properties: { plugin: { enum: names.get(plugin) ?? [] } }, required: ["plugin"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
    then: { properties: { settings: withoutReferences(jsonSchemaOf(plugin.settings)) } },
  }));

interface SchemaDocument {
  readonly schema: Json;
  readonly definitions: Json;
}

/** Returns a JSON Schema as strict as the service, which refuses unknown fields. */
const jsonSchemaOf = (schema: Schema.Constraint): SchemaDocument =>
  Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" }) as unknown as SchemaDocument;

/** Stores a plugin's own definitions next to the schema that refers to them. Few plugins have any. */
const withoutReferences = ({ schema, definitions }: SchemaDocument): Json =>
  Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };

/** Returns the names by which the file can refer to each plugin: those that it uses. */
const pluginNames = (
  configuration: Configuration,
  { vectorStores, embedders, rerankers, parsers }: LoadedPlugins,
): ReadonlyMap<object, readonly string[]> => {
  const used: readonly (readonly [
    Readonly<Record<string, PluginChoice>>,
    ReadonlyMap<string, { readonly plugin: object }>,
  ])[] = [
    [{ [DEFAULT_VECTOR_STORE]: configuration.vectorStore, ...configuration.vectorStores }, vectorStores],
    [configuration.embedders, embedders],
    [configuration.rerankers, rerankers],
    [configuration.parsers, parsers],
  ];
  const names = new Map<object, string[]>();
  for (const [choices, loaded] of used) {
    for (const [name, { plugin }] of Object.entries(choices)) {
      const found = loaded.get(name)?.plugin;
      if (found !== undefined) names.set(found, [...new Set([...(names.get(found) ?? []), plugin])]);
    }
  }
  return names;
};
