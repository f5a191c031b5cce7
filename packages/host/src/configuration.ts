import { recognitionSettings } from "@quarry/ocr/settings";
import { KEY_SCOPES, providerNamed } from "@quarry/plugin/domain";
import { Schema } from "effect";
import { EmbeddingCacheSection, RateLimitSection } from "./rate-limit-section.ts";
import { ParserLimitsSection } from "./parser-limits-section.ts";
import { PluginTimeoutsSection } from "./plugin-timeouts-section.ts";

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
const EmbedderChoice = Schema.Struct({
  ...PluginChoice.fields,
  pace: Schema.optionalKey(RateLimitSection.annotate({ description: "Rate limits, per key and process." })),
});

export type EmbedderChoice = typeof EmbedderChoice.Type;

/** Parser, and its isolation if it differs from the one that its plugin declares. */
const ParserChoice = Schema.Struct({
  ...PluginChoice.fields,
  isolation: Schema.optionalKey(
    Schema.Literals(["thread", "process"]).annotate({
      description: "Where it runs: in a worker thread or a separate process. Default: as the plugin declares.",
    }),
  ),
});

/** Key with less than full access, identified by its digest: the file needs no secret. */
const KeyChoice = Schema.Struct({
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)).annotate({
    description: 'Digest of the key, in lower-case hex: `printf %s "$KEY" | sha256sum`.',
  }),
  scope: Schema.Literals(KEY_SCOPES).annotate({ description: "Scope of the key." }),
  collections: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.NonEmptyString).annotate({
      description: "Collections that the key can access. Default: all.",
    }),
  ),
});

/** Alias of an embedding model. */
const ModelAlias = Schema.Struct({
  embedder: Schema.NonEmptyString.annotate({ description: "Name of the embedder." }),
  model: Schema.optionalKey(Schema.NonEmptyString.annotate({ description: "One of its models. Default: the first." })),
});

/** Returns an optional section with a description. */
const described = <Section extends Schema.Top>(section: Section, description: string) =>
  Schema.optionalKey(section.annotate({ description }));

/** Config file. Every section is optional and has a default. */
export const ConfigurationFile = Schema.Struct({
  $schema: described(
    Schema.String,
    "JSON Schema of this file, for editors (`quarry config schema`). Ignored by the service.",
  ),
  vectorStore: described(PluginChoice, 'The vector store named "default".'),
  vectorStores: described(Schema.Record(Schema.String, PluginChoice), "Additional vector stores, by name."),
  defaultVectorStore: described(
    Schema.NonEmptyString,
    'Name of the vector store of new collections. Default: "default".',
  ),
  keywordIndex: described(
    Schema.NonEmptyString,
    'Keyword index: "embedded", or the name of a vector store that supports keyword search: OpenSearch, Milvus, Weaviate, or a remote one that declares it.',
  ),
  embedders: described(
    Schema.Record(Schema.String, EmbedderChoice),
    "Embedders, by the name that collections give as `embedding_provider`. Added to the defaults; the same name replaces a default.",
  ),
  defaultEmbedder: described(
    Schema.NonEmptyString,
    "Name of the default embedder of new collections; `openai` and `cohere` are `provider_a` and `provider_b`. Default: `local`.",
  ),
  embeddingCache: described(EmbeddingCacheSection, "Cache of computed vectors."),
  rerankers: described(Schema.Record(Schema.String, PluginChoice), "Rerankers, by name."),
  parsers: described(
    Schema.Record(Schema.String, ParserChoice),
    "Parsers, by file type (extension without the dot). Added to the defaults; the same type replaces a default.",
  ),
  recognition: described(
    recognitionSettings,
    "Text recognition engine of parsers without their own setting `recognition`. Default: Tesseract.",
  ),
  parserLimits: described(ParserLimitsSection, "Limits of parsers; each overrides its default."),
  pluginTimeouts: described(PluginTimeoutsSection, "Timeouts of plugin calls, in seconds; each overrides its default."),
  modelAliases: described(
    Schema.Record(Schema.NonEmptyString, ModelAlias),
    "Embedding models by the names that OpenAI clients request at `POST /v1/embeddings`, such as `text-embedding-3-small`.",
  ),
  apiKeys: described(
    Schema.Record(Schema.String, KeyChoice),
    "API keys in addition to the API secret, by the name that the log shows.",
  ),
});

export type ConfigurationFile = typeof ConfigurationFile.Type;

/** Sections that always have a value. */
type CompleteSection = "vectorStore" | "embedders" | "defaultEmbedder" | "rerankers" | "parsers";

/** Complete configuration, with all defaults. The code that uses an absent section knows its default. */
export interface Configuration
  extends Omit<ConfigurationFile, "$schema" | CompleteSection>, Required<Pick<ConfigurationFile, CompleteSection>> {}

/** Merges the file's values over the defaults. */
export const withDefaults = (
  { $schema: _schema, ...file }: ConfigurationFile,
  defaults: Configuration,
): Configuration => {
  const embedders = { ...defaults.embedders, ...file.embedders };
  const defaultEmbedder = file.defaultEmbedder ?? defaults.defaultEmbedder;
  return {
    ...file,
    vectorStore: file.vectorStore ?? defaults.vectorStore,
    embedders,
    defaultEmbedder: providerNamed(defaultEmbedder, (name) => Object.hasOwn(embedders, name)),
    rerankers: { ...defaults.rerankers, ...file.rerankers },
    parsers: { ...defaults.parsers, ...file.parsers },
  };
};
