import { type Recognition, recognitionSettings } from "@quarry/ocr/settings";
import { KEY_SCOPES, providerNamed } from "@quarry/plugin/domain";
import type { ParserLimits } from "@quarry/plugin";
import { Schema } from "effect";
import { EmbeddingCacheSection, RateLimitSection } from "./rate-limit-section.ts";
import { ParserLimitsSection } from "./parser-limits-section.ts";
import { type PluginTimeouts, PluginTimeoutsSection } from "./plugin-timeouts-section.ts";

/** Plugin chosen in the config. The reference and editors show the descriptions of these schemas. */
export const PluginChoice = Schema.Struct({
  plugin: Schema.NonEmptyString.annotate({
    description: 'A package\'s name, or a path that starts with "./", "../" (from the config file\'s folder) or "/".',
  }),
  settings: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "The plugin's own settings." }),
  ),
});

export type PluginChoice = typeof PluginChoice.Type;

/** Embedder with its rate limits. */
export const EmbedderChoice = Schema.Struct({
  ...PluginChoice.fields,
  pace: Schema.optionalKey(
    RateLimitSection.annotate({ description: "How fast it may be asked, with each key and by each process." }),
  ),
});

export type EmbedderChoice = typeof EmbedderChoice.Type;

/** Parser, and its isolation if it differs from the one that its plugin declares. */
export const ParserChoice = Schema.Struct({
  ...PluginChoice.fields,
  isolation: Schema.optionalKey(
    Schema.Literals(["thread", "process"]).annotate({
      description: "Where it runs: a worker thread, or a process of its own. Left out: as the plugin declares.",
    }),
  ),
});

export type ParserChoice = typeof ParserChoice.Type;

/** Key with less than full access, identified by its digest: the file needs no secret. */
export const KeyChoice = Schema.Struct({
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)).annotate({
    description: 'Digest of the key, in lower-case hex: `printf %s "$KEY" | sha256sum`.',
  }),
  scope: Schema.Literals(KEY_SCOPES).annotate({ description: "What the key may do." }),
  collections: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.NonEmptyString).annotate({
      description: "The only collections it may touch. Left out: all.",
    }),
  ),
});

export type KeyChoice = typeof KeyChoice.Type;

/** Alias of an embedding model. */
export const ModelAlias = Schema.Struct({
  embedder: Schema.NonEmptyString.annotate({ description: "Name of the embedder." }),
  model: Schema.optionalKey(Schema.NonEmptyString.annotate({ description: "One of its models. Left out: its first." })),
});

export type ModelAlias = typeof ModelAlias.Type;

/** Returns an optional section with a description. */
const described = <Section extends Schema.Top>(section: Section, description: string) =>
  Schema.optionalKey(section.annotate({ description }));

/** Config file. Every section is optional and has a default. */
export const ConfigurationFile = Schema.Struct({
  $schema: described(
    Schema.String,
    "Where an editor finds what may stand here (`quarry config schema`); nothing to the service.",
  ),
  vectorStore: described(PluginChoice, 'The vector store named "default".'),
  vectorStores: described(
    Schema.Record(Schema.String, PluginChoice),
    "Further vector stores, by the name that a collection is moved to.",
  ),
  defaultVectorStore: described(
    Schema.NonEmptyString,
    'Name of the vector store that new collections are made on. Left out: "default".',
  ),
  keywordIndex: described(
    Schema.NonEmptyString,
    'Who answers words: "embedded", or the name of a vector store that searches by terms: OpenSearch, Milvus, Weaviate, or a remote one that says so.',
  ),
  embedders: described(
    Schema.Record(Schema.String, EmbedderChoice),
    "Embedders, by the name that collections give as `embedding_provider`. Added to the defaults; a name given here replaces.",
  ),
  defaultEmbedder: described(
    Schema.NonEmptyString,
    "Name of the embedder that a collection gets when it asks for none; `openai` and `cohere` are `provider_a` and `provider_b`. Left out: `local`.",
  ),
  embeddingCache: described(
    EmbeddingCacheSection,
    "What is kept of vectors that were computed, to pay for none twice.",
  ),
  rerankers: described(Schema.Record(Schema.String, PluginChoice), "Rerankers, by name."),
  parsers: described(
    Schema.Record(Schema.String, ParserChoice),
    "Parsers, by file type (extension without the dot). Added to the defaults; a type given here replaces.",
  ),
  recognition: described(
    recognitionSettings,
    "Engine of text recognition, for parsers without a setting `recognition` of their own. Left out: Tesseract.",
  ),
  parserLimits: described(ParserLimitsSection, "Bounds of what parsers take on; each replaces its default."),
  pluginTimeouts: described(
    PluginTimeoutsSection,
    "Seconds that calls of plugins may take; each replaces its default.",
  ),
  modelAliases: described(
    Schema.Record(Schema.NonEmptyString, ModelAlias),
    "Embedding models by the names that programs written for OpenAI ask for at `POST /v1/embeddings`, such as `text-embedding-3-small`.",
  ),
  apiKeys: described(
    Schema.Record(Schema.String, KeyChoice),
    "Keys beside the full-access secret, by the name that stands in the log.",
  ),
});

export type ConfigurationFile = typeof ConfigurationFile.Type;

/** Complete configuration, with all defaults. */
export interface Configuration {
  readonly vectorStore: PluginChoice;
  /** Default: none. */
  readonly vectorStores?: Readonly<Record<string, PluginChoice>>;
  /** Default: "default". */
  readonly defaultVectorStore?: string;
  /** Default: the service's own index. */
  readonly keywordIndex?: string;
  readonly embedders: Readonly<Record<string, EmbedderChoice>>;
  readonly defaultEmbedder: string;
  readonly rerankers: Readonly<Record<string, PluginChoice>>;
  readonly parsers: Readonly<Record<string, ParserChoice>>;
  readonly embeddingCache?: EmbeddingCacheSection;
  /** Default: Tesseract. */
  readonly recognition?: Recognition;
  /** Limits that differ from `DEFAULT_PARSER_LIMITS`. */
  readonly parserLimits?: Partial<ParserLimits>;
  /** Timeouts that differ from `PLUGIN_TIMEOUT_DEFAULTS`. */
  readonly pluginTimeouts?: Partial<PluginTimeouts>;
  /** Default: none. */
  readonly modelAliases?: Readonly<Record<string, ModelAlias>>;
  /** Default: none. */
  readonly apiKeys?: Readonly<Record<string, KeyChoice>>;
}

/** Merges the file's values over the defaults. */
export const withDefaults = (file: ConfigurationFile, defaults: Configuration): Configuration => {
  const embedders = { ...defaults.embedders, ...file.embedders };
  const defaultEmbedder = file.defaultEmbedder ?? defaults.defaultEmbedder;
  return {
    vectorStore: file.vectorStore ?? defaults.vectorStore,
    ...(file.vectorStores !== undefined && { vectorStores: file.vectorStores }),
    ...(file.defaultVectorStore !== undefined && { defaultVectorStore: file.defaultVectorStore }),
    ...(file.keywordIndex !== undefined && { keywordIndex: file.keywordIndex }),
    embedders,
    defaultEmbedder: providerNamed(defaultEmbedder, (name) => Object.hasOwn(embedders, name)),
    rerankers: { ...defaults.rerankers, ...file.rerankers },
    parsers: { ...defaults.parsers, ...file.parsers },
    ...(file.embeddingCache !== undefined && { embeddingCache: file.embeddingCache }),
    ...(file.recognition !== undefined && { recognition: file.recognition }),
    ...(file.parserLimits !== undefined && { parserLimits: file.parserLimits }),
    ...(file.pluginTimeouts !== undefined && { pluginTimeouts: file.pluginTimeouts }),
    ...(file.modelAliases !== undefined && { modelAliases: file.modelAliases }),
    ...(file.apiKeys !== undefined && { apiKeys: file.apiKeys }),
  };
};
