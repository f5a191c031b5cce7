import { Schema } from "effect";

/** Default of each limit in seconds, with its description in the guide. */
const LIMITS = {
  load: [30, "Importing a plugin's module, when the service starts."],
  open: [120, "Opening a plugin, when the service starts: connecting, loading a model."],
  close: [10, "Closing a plugin, when the service stops."],
  health: [5, "Health check of a plugin."],
  search: [30, "A vector store's `search` and `cosines`."],
  read: [60, "A vector store's `get`, `list` and `count`."],
  write: [300, "A vector store's `ensureCollection`, `dropCollection`, `upsert`, `deleteByIds` and `deleteByFilter`."],
  embedQuery: [30, "An embedder's call for queries. A search waits 30 s for its vector in all."],
  embedDocuments: [300, "An embedder's call for one batch of a document."],
  fit: [1_800, "Training of an embedder on a collection's texts."],
  rerank: [10, "A reranker's call. A search waits 10 s for its reranker in all, then skips it."],
} as const;

/** Plugin operation with its own time limit. */
export type PluginOperation = keyof typeof LIMITS;

/** Time limits in seconds, by operation. */
export type PluginTimeouts = Readonly<Record<PluginOperation, number>>;

const operations = Object.keys(LIMITS) as readonly PluginOperation[];

const byOperation = <Value>(value: (operation: PluginOperation) => Value): Record<PluginOperation, Value> =>
  Object.fromEntries(operations.map((operation) => [operation, value(operation)])) as Record<PluginOperation, Value>;

export const PLUGIN_TIMEOUT_DEFAULTS: PluginTimeouts = byOperation((operation) => LIMITS[operation][0]);

/** Node's timers run slightly early, so a shorter limit would have no effect. A day is longer than any operation. */
const seconds = Schema.Finite.check(Schema.isBetween({ minimum: 0.05, maximum: 86_400 }));

/** Section `pluginTimeouts` of the config file. Missing ones use their defaults. */
export const PluginTimeoutsSection = Schema.Struct(
  byOperation((operation) => {
    const [defaultSeconds, description] = LIMITS[operation];
    return Schema.optionalKey(seconds.annotate({ description, default: defaultSeconds }));
  }),
);

export interface PluginTimeoutSetting {
  readonly name: PluginOperation;
  readonly defaultSeconds: number;
  readonly description: string;
}

/** All limits of the section. The guide's table is generated from this. */
export const PLUGIN_TIMEOUT_SETTINGS: readonly PluginTimeoutSetting[] = operations.map((name) => ({
  name,
  defaultSeconds: LIMITS[name][0],
  description: LIMITS[name][1],
}));
