import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type {
  EmbedderCapabilities,
  EmbedderV1,
  PluginContext,
  PluginError,
  RerankerCapabilities,
  RerankerV1,
  VectorStoreCapabilities,
  VectorStoreV1,
} from "@quarry/plugin";
import { Context, Effect, Layer, type Scope } from "effect";
import type { Configuration } from "./configuration.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { embedderIdentity } from "./embedder-identity.ts";
import { DEFAULT_VECTOR_STORE } from "./default-vector-store.ts";
import type { PluginSource } from "./load-plugin.ts";
import { loadPlugins } from "./load-plugins.ts";
import type { PaceSection } from "./pace-section.ts";

/** A plugin that is open: what it declared, and its service. */
interface Open<Capabilities, Service> {
  /** The package's name, for messages and readiness. */
  readonly plugin: string;
  readonly capabilities: Capabilities;
  readonly service: Service;
}

export interface OpenVectorStore extends Open<VectorStoreCapabilities, VectorStoreV1> {
  /** The name that collections know it by; "default" for the one of the section `vectorStore`. */
  readonly name: string;
}

export interface OpenEmbedder extends Open<EmbedderCapabilities, EmbedderV1> {
  /** The name that collections give as `embedding_provider`. */
  readonly name: string;
  /** The same for two embedders only if they give the same vectors; also through restarts. */
  readonly identity: string;
  /** As the config says; what it leaves out is the default. */
  readonly pace?: PaceSection | undefined;
}

export interface OpenReranker extends Open<RerankerCapabilities, RerankerV1> {
  readonly name: string;
}

/** A parser as the worker that runs it needs it: where its module lies and what the config says. */
export interface ParserModule {
  readonly plugin: string;
  readonly moduleUrl: string;
  readonly settings: unknown;
  /** Where it runs: as the config says, else as the plugin declares. */
  readonly isolation: "thread" | "process";
}

/** Everything that the config chose, open and checked. */
export interface PluginsShape {
  /** By name. */
  readonly vectorStores: ReadonlyMap<string, OpenVectorStore>;
  /** The one that new collections are made on. */
  readonly vectorStore: OpenVectorStore;
  readonly embedders: ReadonlyMap<string, OpenEmbedder>;
  readonly defaultEmbedder: OpenEmbedder;
  readonly rerankers: ReadonlyMap<string, OpenReranker>;
  /** By file type. */
  readonly parsers: ReadonlyMap<string, ParserModule>;
}

export interface PluginsOptions {
  readonly configuration: Configuration;
  readonly source: PluginSource;
  /** Folder below which each plugin gets a folder of its own. */
  readonly dataDirectory: string;
  readonly log: (plugin: string) => PluginContext["log"];
}

/** The plugins of this process. */
export class Plugins extends Context.Service<Plugins, PluginsShape>()("@quarry/host/Plugins") {
  /** Loads and opens them all; fails with one `ConfigurationError` that lists every problem of the config. */
  static readonly layer = (options: PluginsOptions): Layer.Layer<Plugins, ConfigurationError> =>
    Layer.effect(Plugins, openPlugins(options));
}

const openPlugins = Effect.fn("Plugins.open")(function* (options: PluginsOptions) {
  const loaded = yield* Effect.tryPromise({
    try: () => loadPlugins(options.configuration, options.source),
    catch: (error) =>
      error instanceof ConfigurationError ? error : new ConfigurationError({ problems: [String(error)] }),
  });
  const vectorStores = new Map<string, OpenVectorStore>();
  for (const [name, { plugin, settings }] of loaded.vectorStores) {
    const isDefault = name === DEFAULT_VECTOR_STORE;
    const folder = isDefault ? "vector-store" : `vector-store-${name}`;
    const at = isDefault ? "vectorStore" : `vectorStores.${name}`;
    const store = yield* open(plugin, settings, folder, at, options, (context) => plugin.make(settings, context));
    vectorStores.set(name, { name, ...store });
  }
  const embedders = new Map<string, OpenEmbedder>();
  for (const [name, { plugin, settings, rawSettings }] of loaded.embedders) {
    const embedder = yield* open(plugin, settings, `embedder-${name}`, `embedders.${name}`, options, (context) =>
      plugin.make(settings, context),
    );
    const identity = embedderIdentity(plugin.name, rawSettings);
    embedders.set(name, { name, identity, pace: options.configuration.embedders[name]?.pace, ...embedder });
  }
  const rerankers = new Map<string, OpenReranker>();
  for (const [name, { plugin, settings }] of loaded.rerankers) {
    const reranker = yield* open(plugin, settings, `reranker-${name}`, `rerankers.${name}`, options, (context) =>
      plugin.make(settings, context),
    );
    rerankers.set(name, { name, ...reranker });
  }
  const parsers = new Map<string, ParserModule>();
  for (const [fileType, { plugin, moduleUrl, rawSettings }] of loaded.parsers) {
    const chosen = options.configuration.parsers[fileType]?.isolation;
    const isolation = chosen ?? plugin.capabilities.isolation ?? "thread";
    parsers.set(fileType, { plugin: plugin.name, moduleUrl, settings: rawSettings, isolation });
  }
  const vectorStore = vectorStores.get(options.configuration.defaultVectorStore ?? DEFAULT_VECTOR_STORE);
  if (vectorStore === undefined) {
    return yield* new ConfigurationError({ problems: [`defaultVectorStore: no vector store has this name`] });
  }
  const defaultEmbedder = embedders.get(options.configuration.defaultEmbedder);
  if (defaultEmbedder === undefined) {
    return yield* new ConfigurationError({ problems: [`defaultEmbedder: no embedder has this name`] });
  }
  return { vectorStores, vectorStore, embedders, defaultEmbedder, rerankers, parsers };
});

/** Opens one plugin in the layer's scope; its folder is made first. A failure names the place in the config. */
const open = <Capabilities, Service>(
  plugin: {
    readonly name: string;
    readonly capabilities: Capabilities;
    readonly capabilitiesFor?: (settings: never) => Capabilities;
  },
  settings: never,
  folder: string,
  at: string,
  options: PluginsOptions,
  make: (context: PluginContext) => Effect.Effect<Service, PluginError, Scope.Scope>,
): Effect.Effect<Open<Capabilities, Service>, ConfigurationError, Scope.Scope> => {
  const dataDirectory = join(options.dataDirectory, folder);
  const capabilities = plugin.capabilitiesFor?.(settings) ?? plugin.capabilities;
  return Effect.promise(() => mkdir(dataDirectory, { recursive: true, mode: 0o700 })).pipe(
    Effect.flatMap(() => make({ dataDirectory, log: options.log(plugin.name) })),
    Effect.map((service) => ({ plugin: plugin.name, capabilities, service })),
    Effect.mapError(
      (error) => new ConfigurationError({ problems: [`${at}: ${plugin.name} could not start: ${error.message}`] }),
    ),
  );
};
