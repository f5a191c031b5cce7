import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type {
  EmbedderCapabilities,
  EmbedderV1,
  PluginContext,
  PluginError,
  PluginKind,
  RerankerCapabilities,
  RerankerV1,
  TermIndexV1,
  VectorStoreCapabilities,
  VectorStoreV1,
} from "@quarry/plugin";
import { Context, Effect, Layer, Scope } from "effect";
import type { Configuration, EmbedderChoice, PluginChoice } from "./configuration.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { guardedEmbedder, guardedReranker } from "./containment/guarded-models.ts";
import { guardedVectorStore, VECTOR_STORE_METHODS } from "./containment/guarded-vector-store.ts";
import { describeGuarded } from "./containment/describe-guarded.ts";
import type { GuardedPlugin } from "./containment/guarded-call.ts";
import { openGuarded } from "./containment/open-guarded.ts";
import { PluginFaults } from "./containment/plugin-faults.ts";
import { embedderIdentity } from "./embedder-identity.ts";
import { DEFAULT_VECTOR_STORE, EMBEDDED_KEYWORD_INDEX } from "./default-vector-store.ts";
import { parserEntries } from "./installation/parser-entries.ts";
import type { PluginEntry } from "./installation/plugin-entry.ts";
import type { PluginSource } from "./loading/find-module.ts";
import { type LoadedPlugin, loadPlugin } from "./loading/load-plugin.ts";
import { type LoadedPlugins, loadPlugins } from "./loading/load-plugins.ts";
import type { RateLimitSection } from "./rate-limit-section.ts";
import { PLUGIN_TIMEOUT_DEFAULTS } from "./plugin-timeouts-section.ts";

/** Open plugin: its declaration, and its service. */
interface Open<Capabilities, Service> {
  /** Package name, for messages and readiness. */
  readonly plugin: string;
  readonly capabilities: Capabilities;
  readonly service: Service;
}

export interface OpenVectorStore extends Open<VectorStoreCapabilities, VectorStoreV1> {
  /** Name by which collections refer to it. "default" for the store of the section `vectorStore`. */
  readonly name: string;
  /** Data folder. Absent if the plugin has none here. */
  readonly directory?: string;
}

/** A vector store that searches by terms. */
export interface OpenKeywordStore {
  readonly name: string;
  readonly plugin: string;
  readonly terms: TermIndexV1;
  readonly maxTopK: number;
}

export interface OpenEmbedder extends Open<EmbedderCapabilities, EmbedderV1> {
  /** Name that collections specify as `embedding_provider`. */
  readonly name: string;
  /** Identity, also across restarts. Two embedders have the same identity only if they return the same vectors. */
  readonly identity: string;
  /** Rate limits from the config. Missing ones use their defaults. */
  readonly pace?: RateLimitSection | undefined;
}

export interface OpenReranker extends Open<RerankerCapabilities, RerankerV1> {
  readonly name: string;
}

/** Parser as the worker needs it: its module's URL and the config's settings. */
export interface ParserModule {
  readonly plugin: string;
  readonly moduleUrl: string;
  readonly settings: unknown;
  /** Isolation from the config, or else as the plugin declares. */
  readonly isolation: "thread" | "process";
  /** Whether it can render the pages of its files. */
  readonly showsPages: boolean;
}

/** All plugins of the config, open and checked. */
export interface PluginsShape {
  /** Vector stores by name. */
  readonly vectorStores: ReadonlyMap<string, OpenVectorStore>;
  /** Store on which new collections are created. */
  readonly vectorStore: OpenVectorStore;
  /** Store that answers keyword queries. Undefined if the service answers them itself. */
  readonly keywordStore: OpenKeywordStore | undefined;
  /** Stores that can answer keyword queries. */
  readonly keywordStores: readonly OpenKeywordStore[];
  readonly embedders: ReadonlyMap<string, OpenEmbedder>;
  /** Embedder of collections that request none. Read it at each use: `makeDefault` changes it. */
  readonly defaultEmbedder: OpenEmbedder;
  readonly rerankers: ReadonlyMap<string, OpenReranker>;
  /** Parsers by file type. */
  readonly parsers: ReadonlyMap<string, ParserModule>;
  /** All entries, for the operator. */
  readonly entries: readonly PluginEntry[];
  /** Opens an additional embedder or reranker until the service stops. Fails if the name is in use. */
  readonly addModel: (added: AddedModel) => Effect.Effect<void, ConfigurationError>;
  /** Makes an open embedder the default. */
  readonly makeDefault: (embedder: string) => void;
}

/** Model that is opened while the service runs. */
export interface AddedModel {
  readonly section: "embedders" | "rerankers";
  readonly name: string;
  readonly choice: PluginChoice;
}

export interface PluginsOptions {
  readonly configuration: Configuration;
  readonly source: PluginSource;
  /** Folder that contains a data folder for each plugin. */
  readonly dataDirectory: string;
  readonly log: (plugin: string) => PluginContext["log"];
}

/** Plugins of this process. */
export class Plugins extends Context.Service<Plugins, PluginsShape>()("@quarry/host/Plugins") {
  /** Loads and opens all plugins. Fails with one `ConfigurationError` that lists every problem of the config. */
  static readonly layer = (options: PluginsOptions): Layer.Layer<Plugins, ConfigurationError> =>
    Layer.effect(Plugins, openPlugins(options));
}

const openPlugins = Effect.fn("Plugins.open")(function* (options: PluginsOptions) {
  const loaded = yield* loading(() => loadPlugins(options.configuration, options.source));
  const { configuration } = options;
  const entries: PluginEntry[] = [];
  const vectorStores = new Map<string, OpenVectorStore>();
  for (const [name, loadedStore] of loaded.vectorStores) {
    const isDefault = name === DEFAULT_VECTOR_STORE;
    const entry = {
      folder: isDefault ? "vector-store" : `vector-store-${name}`,
      at: isDefault ? "vectorStore" : `vectorStores.${name}`,
    };
    const { entry: opened, ...store } = yield* open(
      options,
      loadedStore,
      entry,
      VECTOR_STORE_METHODS,
      guardedVectorStore,
    );
    vectorStores.set(name, { name, ...store });
    const choice = isDefault ? configuration.vectorStore : configuration.vectorStores?.[name];
    entries.push({ kind: "vector-store", ...entryOf(name, choice, loadedStore), ...opened });
  }
  const embedders = new Map<string, OpenEmbedder>();
  const openEmbedder = Effect.fnUntraced(function* (
    name: string,
    choice: EmbedderChoice | undefined,
    loadedEmbedder: LoadedPlugin<"embedder">,
  ) {
    const location = { folder: `embedder-${name}`, at: `embedders.${name}` };
    const methods =
      loadedEmbedder.capabilities.fitting === undefined ? (["embed"] as const) : (["embed", "fit"] as const);
    const { entry: opened, ...embedder } = yield* open(options, loadedEmbedder, location, methods, guardedEmbedder);
    const identity = embedderIdentity(loadedEmbedder.plugin.name, loadedEmbedder.rawSettings);
    embedders.set(name, { name, identity, pace: choice?.pace, ...embedder });
    entries.push({ kind: "embedder", ...entryOf(name, choice, loadedEmbedder), ...opened });
  });
  for (const [name, each] of loaded.embedders) yield* openEmbedder(name, configuration.embedders[name], each);
  const rerankers = new Map<string, OpenReranker>();
  const openReranker = Effect.fnUntraced(function* (
    name: string,
    choice: PluginChoice | undefined,
    loadedReranker: LoadedPlugin<"reranker">,
  ) {
    const location = { folder: `reranker-${name}`, at: `rerankers.${name}` };
    const { entry: opened, ...reranker } = yield* open(options, loadedReranker, location, ["rerank"], guardedReranker);
    rerankers.set(name, { name, ...reranker });
    entries.push({ kind: "reranker", ...entryOf(name, choice, loadedReranker), ...opened });
  });
  for (const [name, each] of loaded.rerankers) yield* openReranker(name, configuration.rerankers[name], each);
  const parsers = parserModules(configuration.parsers, loaded.parsers);
  entries.push(...parserEntries(configuration.parsers, loaded.parsers));
  const vectorStore = vectorStores.get(configuration.defaultVectorStore ?? DEFAULT_VECTOR_STORE);
  if (vectorStore === undefined) {
    return yield* new ConfigurationError({ problems: [`defaultVectorStore: no vector store has this name`] });
  }
  const keywordStores = [...vectorStores.values()].flatMap((store) => asKeywordStore(store) ?? []);
  const keywordStore = yield* keywordStoreOf(configuration, vectorStores, keywordStores);
  const configured = embedders.get(configuration.defaultEmbedder);
  if (configured === undefined) {
    return yield* new ConfigurationError({ problems: [`defaultEmbedder: no embedder has this name`] });
  }
  let defaultEmbedder: OpenEmbedder = configured;
  const scope = yield* Effect.scope;
  const addModel = Effect.fn("Plugins.addModel")(function* ({ section, name, choice }: AddedModel) {
    const at = `${section}.${name}`;
    if (embedders.has(name) || rerankers.has(name)) {
      return yield* new ConfigurationError({ problems: [`${at}: another model has this name`] });
    }
    const load = <Kind extends "embedder" | "reranker">(kind: Kind) =>
      loading(() => loadPlugin(kind, choice, at, options.source, configuration.pluginTimeouts?.load));
    const opened =
      section === "embedders"
        ? Effect.flatMap(load("embedder"), (each) => openEmbedder(name, choice, each))
        : Effect.flatMap(load("reranker"), (each) => openReranker(name, choice, each));
    yield* Scope.provide(opened, scope);
  });
  return {
    vectorStores,
    vectorStore,
    keywordStore,
    keywordStores,
    embedders,
    get defaultEmbedder() {
      return defaultEmbedder;
    },
    rerankers,
    parsers,
    entries,
    addModel,
    makeDefault: (name) => {
      defaultEmbedder = embedders.get(name) ?? defaultEmbedder;
    },
  } satisfies PluginsShape;
});

const parserModules = (
  configured: Configuration["parsers"],
  loaded: LoadedPlugins["parsers"],
): ReadonlyMap<string, ParserModule> =>
  new Map(
    [...loaded].map(([fileType, { plugin, capabilities, moduleUrl, rawSettings: settings }]) => {
      const isolation = configured[fileType]?.isolation ?? capabilities.isolation ?? "thread";
      const showsPages = capabilities.showsPages === true;
      return [fileType, { plugin: plugin.name, moduleUrl, settings, isolation, showsPages }];
    }),
  );

const loading = <A>(load: () => Promise<A>): Effect.Effect<A, ConfigurationError> =>
  Effect.tryPromise({
    try: load,
    catch: (error) =>
      error instanceof ConfigurationError ? error : new ConfigurationError({ problems: [String(error)] }),
  });

/** Returns a store that searches by terms, or undefined if the store does not. */
const asKeywordStore = ({ name, plugin, service, capabilities }: OpenVectorStore): OpenKeywordStore | undefined =>
  capabilities.searchesTerms === true && service.terms !== undefined
    ? { name, plugin, terms: service.terms, maxTopK: capabilities.maxTopK }
    : undefined;

/**
 * Returns the store that the config names for keyword queries. Fails if the store does not support them, with the names
 * of those that do.
 */
const keywordStoreOf = (
  { keywordIndex = EMBEDDED_KEYWORD_INDEX }: Configuration,
  vectorStores: ReadonlyMap<string, OpenVectorStore>,
  candidates: readonly OpenKeywordStore[],
): Effect.Effect<OpenKeywordStore | undefined, ConfigurationError> => {
  if (keywordIndex === EMBEDDED_KEYWORD_INDEX) return Effect.succeed(undefined);
  const named = candidates.find(({ name }) => name === keywordIndex);
  if (named !== undefined) return Effect.succeed(named);
  const store = vectorStores.get(keywordIndex);
  const others = [EMBEDDED_KEYWORD_INDEX, ...candidates.map(({ name }) => name)].join(", ");
  const problem = store === undefined ? "no vector store has this name" : `${store.plugin} does not search by terms`;
  return Effect.fail(new ConfigurationError({ problems: [`keywordIndex: ${problem}; it can be ${others}`] }));
};

interface OpenablePlugin<Capabilities, Service> {
  readonly plugin: {
    readonly kind: PluginKind;
    readonly name: string;
    readonly specVersion: number;
    readonly describe?: (settings: never, context: PluginContext) => Effect.Effect<Capabilities, PluginError>;
    readonly make: (settings: never, context: PluginContext) => Effect.Effect<Service, PluginError, Scope.Scope>;
  };
  readonly capabilities: Capabilities;
  readonly settings: never;
}

/** Properties of a plugin entry that are known before the plugin is open. */
const entryOf = (
  name: string,
  choice: PluginChoice | undefined,
  {
    plugin,
    moduleUrl,
    settings,
  }: Pick<OpenablePlugin<unknown, unknown>, "plugin" | "settings"> & { moduleUrl: string },
) => ({
  names: [name],
  plugin: plugin.name,
  specVersion: plugin.specVersion,
  module: choice?.plugin ?? plugin.name,
  moduleUrl,
  settings: settings as unknown,
});

interface ConfigLocation {
  /** The plugin's own folder, below the common data folder. */
  readonly folder: string;
  /** Path in the config. */
  readonly at: string;
}

interface Healthy {
  readonly health: Effect.Effect<void, PluginError>;
}

/** Properties of a plugin entry that are known once the plugin is open. */
interface OpenEntry<Capabilities> extends Pick<PluginEntry, "faults"> {
  readonly capabilities: Capabilities;
  readonly health: Healthy["health"];
}

/**
 * Opens one plugin in the layer's scope, in isolation. Creates its folder first. A failure names the path in the
 * config.
 */
const open = <Capabilities, Service extends Healthy>(
  options: PluginsOptions,
  { plugin, capabilities, settings }: OpenablePlugin<Capabilities, Service>,
  { folder, at }: ConfigLocation,
  methods: readonly string[],
  guard: (plugin: GuardedPlugin, service: Service) => Service,
): Effect.Effect<
  Open<Capabilities, Service> & { readonly directory: string; readonly entry: OpenEntry<Capabilities> },
  ConfigurationError,
  Scope.Scope
> => {
  const { name } = plugin;
  const dataDirectory = join(options.dataDirectory, folder);
  const log = options.log(name);
  const timeouts = { ...PLUGIN_TIMEOUT_DEFAULTS, ...options.configuration.pluginTimeouts };
  const faults = new PluginFaults();
  const guarded: GuardedPlugin = { plugin: name, timeouts, log, faults };
  const context = { dataDirectory, log };
  const { describe } = plugin;
  return Effect.gen(function* () {
    yield* Effect.promise(() => mkdir(dataDirectory, { recursive: true, mode: 0o700 }));
    const reported =
      describe === undefined
        ? capabilities
        : yield* describeGuarded(guarded, plugin.kind, () => describe(settings, context));
    const made = yield* openGuarded(guarded, methods, () => plugin.make(settings, context));
    const service = guard(guarded, made);
    const entry = { capabilities: reported, health: service.health, faults };
    return { plugin: name, capabilities: reported, service, directory: dataDirectory, entry };
  }).pipe(
    Effect.mapError(
      (error) => new ConfigurationError({ problems: [`${at}: ${name} could not start: ${error.message}`] }),
    ),
  );
};
