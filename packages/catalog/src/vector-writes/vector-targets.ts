import { type OpenVectorStore, type PluginsShape } from "@quarry/host";
import { PluginError, type VectorStoreV1 } from "@quarry/plugin";
import { type CollectionRecord, type IndexChangeRecord, type IndexDefinition, OPEN_CHANGE_STATES } from "@quarry/store";
import { Effect } from "effect";
import { vectorCollectionOf } from "../vector-collection.ts";

/** One of a collection's indexes: the location of its vectors, and their model. */
export interface VectorTarget {
  /** Number of the index within its collection, from 1. */
  readonly number: number;
  /** Its name in the vector store. */
  readonly vectorCollection: string;
  readonly store: OpenVectorStore;
  readonly index: IndexDefinition;
}

/** An index that a change is building. */
export interface BuildingTarget extends VectorTarget {
  readonly changeId: string;
}

/**
 * Indexes that contain a collection's vectors. Writes go to `live` first, then to `building`. Replaced and deleted
 * vectors are deleted from `previous` too: a rollback must not find stale ones.
 */
export interface CollectionTargets {
  readonly live: VectorTarget;
  readonly building: BuildingTarget | undefined;
  readonly previous: readonly VectorTarget[];
}

/** Returns the fields of a collection's record that define its index. */
export const indexDefinitionOf = (collection: CollectionRecord): IndexDefinition => ({
  vectorStore: collection.vectorStore,
  embeddingProvider: collection.embeddingProvider,
  embeddingModel: collection.embeddingModel,
  dimension: collection.dimension,
  embeddingApiKey: collection.embeddingApiKey,
});

export const vectorTarget = (
  plugins: PluginsShape,
  collectionId: string,
  index: IndexDefinition,
  number: number,
): VectorTarget => ({
  number,
  vectorCollection: vectorCollectionOf({ id: collectionId, indexNumber: number }),
  store: vectorStoreOf(plugins, index.vectorStore),
  index,
});

/** Returns the index that searches use. */
export const liveTargetOf = (plugins: PluginsShape, collection: CollectionRecord): VectorTarget =>
  vectorTarget(plugins, collection.id, indexDefinitionOf(collection), collection.indexNumber);

/** Returns the indexes of a collection, from its record and its current changes. */
export const targetsOf = (
  plugins: PluginsShape,
  collection: CollectionRecord,
  changes: readonly IndexChangeRecord[],
): CollectionTargets => {
  const targetOf = (index: IndexDefinition, number: number) => vectorTarget(plugins, collection.id, index, number);
  const live = liveTargetOf(plugins, collection);
  const open = changes.find(isOpen);
  const isBuilding = open !== undefined && open.toNumber !== live.number;
  const building = isBuilding ? { ...targetOf(open.to, open.toNumber), changeId: open.id } : undefined;
  const previous = changes
    .filter(({ state }) => state === "switched")
    .filter(({ fromNumber }) => fromNumber !== live.number && fromNumber !== building?.number)
    // An index in a store that is no longer in the config is unreachable, and is never queried.
    .filter(({ from }) => plugins.vectorStores.has(from.vectorStore))
    .map(({ from, fromNumber }) => targetOf(from, fromNumber));
  return { live, building, previous };
};

export const isOpen = ({ state }: Pick<IndexChangeRecord, "state">): boolean => OPEN_CHANGE_STATES.includes(state);

/** Whether vectors of one index can be used in the other. */
export const hasSameVectors = (a: IndexDefinition, b: IndexDefinition): boolean =>
  a.embeddingProvider === b.embeddingProvider && a.embeddingModel === b.embeddingModel && a.dimension === b.dimension;

/**
 * Returns the store of this name. If the config has none, returns one that fails with an explanation on use: keyword
 * search and all other functions of the collection keep working.
 */
export const vectorStoreOf = (plugins: PluginsShape, name: string): OpenVectorStore =>
  plugins.vectorStores.get(name) ?? missingStore(name, [...plugins.vectorStores.keys()]);

const missingStore = (name: string, configured: readonly string[]): OpenVectorStore => {
  const failure = Effect.fail(
    new PluginError({
      plugin: name,
      // Not permanent: once the config is fixed, the next attempt succeeds.
      reason: "unavailable",
      message: `the collection's vectors are on the vector store "${name}", which is not configured: add vectorStores.${name} to the config (configured: ${configured.join(", ")})`,
    }),
  );
  const fail = () => failure;
  const service: VectorStoreV1 = {
    ensureCollection: fail,
    dropCollection: fail,
    upsert: fail,
    get: fail,
    list: fail,
    count: fail,
    deleteByIds: fail,
    deleteByFilter: fail,
    search: fail,
    health: failure,
  };
  return {
    name,
    plugin: name,
    capabilities: { maxTopK: 1, maxDimension: Number.MAX_SAFE_INTEGER, sharedBetweenProcesses: true },
    service,
  };
};
