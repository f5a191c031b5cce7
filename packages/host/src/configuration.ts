import { KEY_SCOPES } from "@quarry/domain";
import type { ParserLimits } from "@quarry/plugin";
import { Schema } from "effect";
import { EmbeddingCacheSection, PaceSection } from "./pace-section.ts";
import { ParserLimitsSection } from "./parser-limits-section.ts";

/** A plugin chosen in the config: a package name or a path that starts with "./", "../" or "/", and its settings. */
export const PluginChoice = Schema.Struct({
  plugin: Schema.NonEmptyString,
  settings: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
});

export type PluginChoice = typeof PluginChoice.Type;

/** An embedder, and how fast it may be asked. */
export const EmbedderChoice = Schema.Struct({
  ...PluginChoice.fields,
  pace: Schema.optionalKey(PaceSection),
});

export type EmbedderChoice = typeof EmbedderChoice.Type;

/** A parser, and where it runs if not where its plugin declares. */
export const ParserChoice = Schema.Struct({
  ...PluginChoice.fields,
  isolation: Schema.optionalKey(Schema.Literals(["thread", "process"])),
});

export type ParserChoice = typeof ParserChoice.Type;

/** A key with less than full access, by the digest of the key: the file needs no secret. */
export const KeyChoice = Schema.Struct({
  /** `printf %s "$KEY" | sha256sum` */
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  scope: Schema.Literals(KEY_SCOPES),
  /** The only collections it may touch. Left out: all. */
  collections: Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString)),
});

export type KeyChoice = typeof KeyChoice.Type;

/** The config file. Every section may be left out; the default then stands. */
export const ConfigurationFile = Schema.Struct({
  /** The store named "default". */
  vectorStore: Schema.optionalKey(PluginChoice),
  /** Further stores, by the name that a collection is moved to. */
  vectorStores: Schema.optionalKey(Schema.Record(Schema.String, PluginChoice)),
  /** Name of the store that new collections are made on. */
  defaultVectorStore: Schema.optionalKey(Schema.NonEmptyString),
  /** By the name that collections give as `embedding_provider`. Added to the defaults; a name given here replaces. */
  embedders: Schema.optionalKey(Schema.Record(Schema.String, EmbedderChoice)),
  /** Name of the embedder that a collection gets when it asks for none. */
  defaultEmbedder: Schema.optionalKey(Schema.NonEmptyString),
  embeddingCache: Schema.optionalKey(EmbeddingCacheSection),
  rerankers: Schema.optionalKey(Schema.Record(Schema.String, PluginChoice)),
  /** By file type (extension without the dot). Added to the defaults; a type given here replaces. */
  parsers: Schema.optionalKey(Schema.Record(Schema.String, ParserChoice)),
  /** Bounds of what parsers take on; they replace `DEFAULT_PARSER_LIMITS` one by one. */
  parserLimits: Schema.optionalKey(ParserLimitsSection),
  /** By the name that stands in the log. */
  apiKeys: Schema.optionalKey(Schema.Record(Schema.String, KeyChoice)),
});

export type ConfigurationFile = typeof ConfigurationFile.Type;

/** The config with nothing left out. */
export interface Configuration {
  readonly vectorStore: PluginChoice;
  /** None when left out. */
  readonly vectorStores?: Readonly<Record<string, PluginChoice>>;
  /** "default" when left out. */
  readonly defaultVectorStore?: string;
  readonly embedders: Readonly<Record<string, EmbedderChoice>>;
  readonly defaultEmbedder: string;
  readonly rerankers: Readonly<Record<string, PluginChoice>>;
  readonly parsers: Readonly<Record<string, ParserChoice>>;
  readonly embeddingCache?: EmbeddingCacheSection;
  /** Those that differ from `DEFAULT_PARSER_LIMITS`. */
  readonly parserLimits?: Partial<ParserLimits>;
  /** None when left out. */
  readonly apiKeys?: Readonly<Record<string, KeyChoice>>;
}

/** The defaults with what the file says laid over them. */
export const withDefaults = (file: ConfigurationFile, defaults: Configuration): Configuration => ({
  vectorStore: file.vectorStore ?? defaults.vectorStore,
  ...(file.vectorStores !== undefined && { vectorStores: file.vectorStores }),
  ...(file.defaultVectorStore !== undefined && { defaultVectorStore: file.defaultVectorStore }),
  embedders: { ...defaults.embedders, ...file.embedders },
  defaultEmbedder: file.defaultEmbedder ?? defaults.defaultEmbedder,
  rerankers: { ...defaults.rerankers, ...file.rerankers },
  parsers: { ...defaults.parsers, ...file.parsers },
  ...(file.embeddingCache !== undefined && { embeddingCache: file.embeddingCache }),
  ...(file.parserLimits !== undefined && { parserLimits: file.parserLimits }),
  ...(file.apiKeys !== undefined && { apiKeys: file.apiKeys }),
});
