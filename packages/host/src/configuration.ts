import { Schema } from "effect";

/** A plugin chosen in the config: a package name or a path that starts with "./", "../" or "/", and its settings. */
export const PluginChoice = Schema.Struct({
  plugin: Schema.NonEmptyString,
  settings: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
});

export type PluginChoice = typeof PluginChoice.Type;

/** The config file. Every section may be left out; the default then stands. */
export const ConfigurationFile = Schema.Struct({
  vectorStore: Schema.optionalKey(PluginChoice),
  /** By the name that collections give as `embedding_provider`. Added to the defaults; a name given here replaces. */
  embedders: Schema.optionalKey(Schema.Record(Schema.String, PluginChoice)),
  /** Name of the embedder that a collection gets when it asks for none. */
  defaultEmbedder: Schema.optionalKey(Schema.NonEmptyString),
  rerankers: Schema.optionalKey(Schema.Record(Schema.String, PluginChoice)),
  /** By file type (extension without the dot). Added to the defaults; a type given here replaces. */
  parsers: Schema.optionalKey(Schema.Record(Schema.String, PluginChoice)),
});

export type ConfigurationFile = typeof ConfigurationFile.Type;

/** The config with nothing left out. */
export interface Configuration {
  readonly vectorStore: PluginChoice;
  readonly embedders: Readonly<Record<string, PluginChoice>>;
  readonly defaultEmbedder: string;
  readonly rerankers: Readonly<Record<string, PluginChoice>>;
  readonly parsers: Readonly<Record<string, PluginChoice>>;
}

/** The defaults with what the file says laid over them. */
export const withDefaults = (file: ConfigurationFile, defaults: Configuration): Configuration => ({
  vectorStore: file.vectorStore ?? defaults.vectorStore,
  embedders: { ...defaults.embedders, ...file.embedders },
  defaultEmbedder: file.defaultEmbedder ?? defaults.defaultEmbedder,
  rerankers: { ...defaults.rerankers, ...file.rerankers },
  parsers: { ...defaults.parsers, ...file.parsers },
});
