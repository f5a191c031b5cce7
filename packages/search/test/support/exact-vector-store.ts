import { compareStrings, compileFilter } from "@quarry/plugin/domain";
import { PluginError, type VectorHit, type VectorRecord, type VectorStoreV1 } from "@quarry/plugin";
import { Effect } from "effect";

const refuse = (message: string): Effect.Effect<never, PluginError> =>
  Effect.fail(new PluginError({ plugin: "exact", reason: "not_found", message }));

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0);

/**
 * Creates a vector store that computes every cosine: the reference for the planner. `filters: "none"` leaves every
 * filter to the platform, as a store does that can't express one.
 */
export const exactVectorStore = (filters: "exact" | "none" = "exact"): VectorStoreV1 => {
  const collections = new Map<string, Map<string, VectorRecord>>();
  const records = (name: string) => {
    const found = collections.get(name);
    return found === undefined ? refuse(`no collection ${name}`) : Effect.succeed(found);
  };
  return {
    ensureCollection: ({ collection }) =>
      Effect.sync(() => void (collections.has(collection) || collections.set(collection, new Map()))),
    dropCollection: (collection) => Effect.sync(() => void collections.delete(collection)),
    upsert: (collection, added) =>
      Effect.map(records(collection), (all) => added.forEach((record) => all.set(record.id, record))),
    get: (collection, ids) => Effect.map(records(collection), (all) => ids.flatMap((id) => all.get(id) ?? [])),
    list: (collection, { filter, limit }) =>
      Effect.map(records(collection), (all) => {
        const matches = filter === undefined ? () => true : compileFilter(filter);
        return { records: [...all.values()].filter(({ metadata }) => matches(metadata)).slice(0, limit) };
      }),
    count: (collection) => Effect.map(records(collection), (all) => all.size),
    deleteByIds: (collection, ids) =>
      Effect.map(records(collection), (all) => ids.filter((id) => all.delete(id)).length),
    deleteByFilter: (collection, filter) =>
      Effect.map(records(collection), (all) => {
        const matches = compileFilter(filter);
        const matching = [...all.values()].filter(({ metadata }) => matches(metadata));
        return matching.filter(({ id }) => all.delete(id)).length;
      }),
    search: (collection, { vector, topK, filter }) =>
      Effect.map(records(collection), (all) => {
        const matches = filter === undefined || filters === "none" ? () => true : compileFilter(filter);
        const hits = [...all.values()]
          .filter(({ metadata }) => matches(metadata))
          .map(({ id, vector: stored, metadata }): VectorHit => ({ id, cosine: cosine(vector, stored), metadata }))
          .sort((a, b) => b.cosine - a.cosine || compareStrings(a.id, b.id))
          .slice(0, topK);
        return filters === "none" && filter !== undefined ? { hits, residual: filter } : { hits };
      }),
    health: Effect.void,
  };
};
